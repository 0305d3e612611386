//! What a request brought, over whichever transport, and how it is asked for.

use super::net::Trouble;
use super::rpc::{Message, Read, mend, read};
use super::target::Live;
use super::{Observation, Rule};
use crate::inventory::Redacted;

/// Most requests of a server that are answered before its own answer comes.
const MOST_ASKED: usize = 8;

/// What a text was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Taken {
    /// The answer.
    Answer,
    /// A message, but not the answer.
    Message,
    /// A request of the server, and what to answer it with.
    Request(String),
    /// No message.
    Other,
}

/// What a request brought.
#[derive(Debug)]
pub(super) struct Reply {
    /// HTTP status; absent for stdio.
    pub(super) status: Option<u16>,
    /// The JSON-RPC message.
    pub(super) message: Message,
    /// `WWW-Authenticate` headers, as they came.
    pub(super) challenges: Vec<Vec<u8>>,
    /// `Location`.
    pub(super) location: Option<String>,
    /// The session id that came with it.
    pub(super) session: Option<Live>,
    /// Whether notifications came before it.
    pub(super) notified: bool,
    /// What the server asked of the client before.
    pub(super) asked: Vec<&'static str>,
    /// Whether it came from an address that is not public.
    pub(super) private: bool,
    /// Bytes of the message.
    pub(super) size: usize,
    /// Rules it breaks.
    pub(super) flaws: Vec<(Rule, Option<&'static str>)>,
}

impl Reply {
    /// Makes a reply without content.
    pub(super) fn new(status: Option<u16>) -> Self {
        Self {
            status,
            message: Message::Nothing,
            challenges: Vec::new(),
            location: None,
            session: None,
            notified: false,
            asked: Vec::new(),
            private: false,
            size: 0,
            flaws: Vec::new(),
        }
    }

    /// Takes a text that may be the answer; says what it was.
    pub(super) fn take(&mut self, bytes: &[u8], id: &serde_json::Value) -> Taken {
        let (text, broken) = mend(bytes);
        if broken {
            self.flaws.push((Rule::NotJsonRpc, Some("invalid UTF-8")));
        }
        match read(&text, id) {
            Read::Answer(message) => {
                self.size = bytes.len();
                self.message = message;
                return Taken::Answer;
            }
            Read::Foreign => self.flaws.push((Rule::WrongId, None)),
            Read::Notification => self.notified = true,
            Read::Request(request) => {
                // Who asks without end is not answered without end.
                if self.asked.len() < MOST_ASKED {
                    self.asked.push(request.method);
                    return Taken::Request(request.answer);
                }
            }
            Read::Batch => self.flaws.push((Rule::Batch, None)),
            Read::Other => return Taken::Other,
        }
        Taken::Message
    }

    /// Returns the code of the JSON-RPC error.
    pub(super) fn code(&self) -> Option<i64> {
        self.message.error().and_then(|e| e.code)
    }

    /// Puts the broken rules into the observation.
    pub(super) fn tell(&self, obs: &mut Observation) {
        for (rule, detail) in &self.flaws {
            obs.violates(*rule, detail.map(Redacted::trusted));
        }
        if self.private {
            obs.tells(super::Detail::PrivateAddress);
        }
        if self.notified {
            obs.tells(super::Detail::Notifications);
        }
        for method in &self.asked {
            let method = Redacted::trusted(*method);
            obs.tells(super::Detail::ServerRequest { method });
        }
    }

    /// Notes what a modern server may not do before its answer.
    pub(super) fn judge_modern(&self, obs: &mut Observation) {
        if let Some(method) = self.asked.first() {
            obs.violates(Rule::ServerRequest, Some(Redacted::trusted(*method)));
        }
    }
}

/// A way to ask an opened server for more.
pub(super) trait Channel {
    /// Says whether modern messages are spoken.
    fn is_modern(&self) -> bool;

    /// Sends one request and waits for its answer.
    async fn call(&mut self, method: &'static str, cursor: Option<&str>) -> Result<Reply, Trouble>;
}
