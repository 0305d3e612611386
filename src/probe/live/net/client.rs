//! Requests: no redirects, no proxies, no cookies, no compression, limits on time and bytes.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap};
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, Method, Response, retry};
use tokio::sync::OnceCell;
use tokio::time::timeout;

use super::failure::Trouble;
use super::guard::Permit;
use super::lookup::{Allowed, Checked};
use super::room::{Clock, Held, Pace, Room, pace};
use crate::diagnostic::Diagnostic;
use crate::probe::{Failure, ProbeOptions};

/// Bytes that all bodies together may have without waiting: each of the servers asked side by side has its share.
const SHARED: usize = 4 << 20;
/// Bounds of that share. The HTTP library grows its buffer with what a connection brings, so small shares keep it small, too.
const SHARE: (usize, usize) = (16 * 1024, 256 * 1024);

/// The network of one run.
pub(in crate::probe::live) struct Net {
    connect: Duration,
    certificates: Vec<Certificate>,
    checked: Checked,
    /// For configured URLs, advertised ones, and advertised ones that may lead to this machine.
    clients: [OnceCell<Client>; 3],
    /// Bytes of a body that need no room among the large ones.
    share: usize,
    /// For what is larger, so that many servers together cannot fill the memory.
    room: Room,
}

/// A request.
#[derive(Clone)]
pub(in crate::probe::live) struct Ask<'a> {
    /// Where to, with the addresses that are allowed.
    pub(in crate::probe::live) permit: &'a Permit,
    /// Method.
    pub(in crate::probe::live) method: Method,
    /// Headers.
    pub(in crate::probe::live) headers: HeaderMap,
    /// Body.
    pub(in crate::probe::live) body: Option<String>,
}

/// The head of an answer, with its body still to come.
pub(in crate::probe::live) struct Answer<'n> {
    /// Status.
    pub(in crate::probe::live) status: u16,
    /// Headers.
    pub(in crate::probe::live) headers: HeaderMap,
    /// The address that answered.
    pub(in crate::probe::live) address: Option<IpAddr>,
    /// The body.
    pub(in crate::probe::live) stream: Stream<'n>,
}

impl Answer<'_> {
    /// Returns a header as text, where it is text.
    pub(in crate::probe::live) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|v| v.to_str().ok())
    }

    /// Says whether the body is of this media type.
    pub(in crate::probe::live) fn is_type(&self, wanted: &str) -> bool {
        self.header(CONTENT_TYPE.as_str()).is_some_and(|value| {
            let media = value.split(';').next().unwrap_or_default().trim();
            media.eq_ignore_ascii_case(wanted)
        })
    }
}

/// A body that is read piece by piece.
pub(in crate::probe::live) struct Stream<'n> {
    response: Response,
    net: &'n Net,
    clock: &'n Clock,
    read: usize,
    /// Bytes that are let go of since.
    gone: usize,
    large: Held<'n>,
    pace: Pace,
}

/// A body that was read; holds its place among the large ones.
pub(in crate::probe::live) struct Body<'n> {
    /// The bytes.
    pub(in crate::probe::live) bytes: Vec<u8>,
    /// Whether this is all of it.
    pub(in crate::probe::live) whole: bool,
    _large: Held<'n>,
}

impl<'n> Stream<'n> {
    /// Reads the next piece; `None` at the end. A body that outgrows its share waits for room for more of it.
    pub(in crate::probe::live) async fn next(
        &mut self,
        most: usize,
    ) -> Result<Option<Vec<u8>>, Trouble> {
        let Some(piece) = self.piece().await? else {
            return Ok(None);
        };
        self.read += piece.len();
        if self.read > most {
            return Err(Failure::TooLarge.into());
        }
        let beyond = (self.read - self.gone).saturating_sub(self.net.share);
        if beyond > 0 {
            let room = &self.net.room;
            if room.take(&mut self.large, beyond, self.clock).await {
                self.pace = Pace::new();
            }
        }
        Ok(Some(piece))
    }

    /// Waits for bytes, but not long where others wait for the room that this body holds.
    async fn piece(&mut self) -> Result<Option<Vec<u8>>, Trouble> {
        loop {
            let held = self.large.is_some();
            let arrived = tokio::select! {
                biased;
                piece = self.response.chunk() => Some(piece?),
                () = pace(held) => None,
            };
            let bytes = arrived.iter().flatten().fold(0, |sum, p| sum + p.len());
            if held && !self.pace.keeps(bytes) && self.net.room.is_wanted() {
                return Err(Failure::TimeOut.into());
            }
            if let Some(piece) = arrived {
                return Ok(piece.map(Into::into));
            }
        }
    }

    /// Gives back the room for what was read and is no longer kept.
    pub(in crate::probe::live) fn let_go(&mut self) {
        self.gone = self.read;
        self.large = Held::default();
    }

    /// Reads the body up to a limit.
    pub(in crate::probe::live) async fn all(mut self, most: usize) -> Result<Body<'n>, Trouble> {
        let mut bytes = Vec::new();
        let mut whole = true;
        loop {
            match self.next(most).await {
                Ok(Some(piece)) => bytes.extend_from_slice(&piece),
                Ok(None) => break,
                Err(Trouble::Failed(Failure::TooLarge)) => {
                    whole = false;
                    break;
                }
                Err(other) => return Err(other),
            }
        }
        Ok(Body {
            bytes,
            whole,
            _large: self.large,
        })
    }
}

impl Net {
    /// Makes the network of one run; nothing is connected to yet.
    pub(in crate::probe::live) fn new(options: &ProbeOptions) -> Result<Self, Diagnostic> {
        // Fails only where one is installed already, which is then used.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut certificates = Vec::new();
        for pem in &options.roots {
            let found = Certificate::from_pem_bundle(pem).unwrap_or_default();
            if found.is_empty() {
                return Err(
                    Diagnostic::error("no certificate in the file of certificates")
                        .hint("expected PEM: `-----BEGIN CERTIFICATE-----`"),
                );
            }
            certificates.extend(found);
        }
        let given: BTreeMap<_, _> = options
            .resolve
            .iter()
            .map(|(name, address)| (name.to_ascii_lowercase(), *address))
            .collect();
        Ok(Self {
            connect: options.limits.connect,
            certificates,
            checked: Checked {
                allowed: Allowed {
                    first_party: false,
                    loopback: false,
                    private: options.allow_private,
                },
                lookup: options.lookup.clone(),
                given: Arc::new(given),
            },
            clients: Default::default(),
            share: (SHARED / options.jobs.max(1)).clamp(SHARE.0, SHARE.1),
            room: Room::new(),
        })
    }

    /// Sends a request and waits for the head of the answer.
    pub(in crate::probe::live) async fn send<'n>(
        &'n self,
        ask: Ask<'_>,
        limit: Duration,
        clock: &'n Clock,
    ) -> Result<Answer<'n>, Trouble> {
        let client = self.client(ask.permit.allowed).await?;
        let mut request = client
            .request(ask.method, ask.permit.url.clone())
            .headers(ask.headers)
            .header(ACCEPT_ENCODING, "identity");
        if let Some(body) = ask.body {
            request = request.body(body);
        }
        let response = timeout(limit, request.send())
            .await
            .map_err(|_| Failure::TimeOut)??;
        let headers = response.headers().clone();
        let compressed = headers
            .get_all(CONTENT_ENCODING)
            .iter()
            .any(|value| !value.as_bytes().eq_ignore_ascii_case(b"identity"));
        if compressed {
            return Err(Failure::Compressed.into());
        }
        Ok(Answer {
            status: response.status().as_u16(),
            headers,
            address: response.remote_addr().map(|address| address.ip()),
            stream: Stream {
                response,
                net: self,
                clock,
                read: 0,
                gone: 0,
                large: Held::default(),
                pace: Pace::new(),
            },
        })
    }

    /// Returns the client whose resolver lets only these addresses through; an address as host is checked before.
    async fn client(&self, allowed: Allowed) -> Result<&Client, Trouble> {
        let place = match allowed {
            Allowed {
                first_party: true, ..
            } => 0,
            Allowed {
                loopback: false, ..
            } => 1,
            Allowed { .. } => 2,
        };
        self.clients[place]
            .get_or_try_init(|| async { self.build(allowed) })
            .await
            // The URL plays no part here: the system's certificates could not be read.
            .map_err(|_| Failure::NoCertificates.into())
    }

    fn build(&self, allowed: Allowed) -> Result<Client, reqwest::Error> {
        Client::builder()
            .user_agent(concat!("mcpdiag/", env!("CARGO_PKG_VERSION")))
            .redirect(Policy::none())
            .retry(retry::never())
            .referer(false)
            .no_proxy()
            .connect_timeout(self.connect)
            .pool_max_idle_per_host(1)
            .pool_idle_timeout(Duration::from_secs(2))
            .tls_certs_merge(self.certificates.clone())
            .dns_resolver(Checked {
                allowed,
                lookup: self.checked.lookup.clone(),
                given: Arc::clone(&self.checked.given),
            })
            .build()
    }
}
