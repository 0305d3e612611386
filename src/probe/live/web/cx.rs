//! What every request to one server needs.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::inventory::{Redacted, is_harmless_parameter, parameter_name};
use crate::probe::live::lists::Reading;
use crate::probe::live::net::{Answer, Ask, Clock, Guard, Net, Permit, Trouble};
use crate::probe::live::scrub::{Scrub, Sent};
use crate::probe::live::target::{HttpTarget, Live, ProbeOptions};
use crate::probe::{Detail, Failure, LeftOut, Observation, RefusalReason};

/// What every request to one server needs.
pub(in crate::probe::live) struct Cx<'a> {
    net: &'a Net,
    /// Its time.
    pub(in crate::probe::live) clock: Clock,
    /// Whether it has answered: its connection is kept open, and may have been closed since.
    answered: Cell<bool>,
    /// What the user asked.
    pub(in crate::probe::live) options: &'a ProbeOptions,
    /// Decides about advertised URLs.
    pub(in crate::probe::live) guard: Guard,
    /// Filters text.
    pub(in crate::probe::live) scrub: Scrub,
    /// The configured URL.
    pub(in crate::probe::live) own: Permit,
    /// What of the configured address is not asked for.
    left_out: LeftOut,
    /// The configured URL as written, for comparisons.
    pub(in crate::probe::live) asked: String,
    credentials: HeaderMap,
    /// Names of the credentials that are sent.
    sent: Vec<Redacted>,
    /// Issuers as written, in the order seen.
    issuers: RefCell<Vec<String>>,
    /// The session that is open on the server, so that it can be closed whatever happens.
    open: RefCell<Option<OpenSession>>,
}

/// A session that waits for its end.
#[derive(Clone)]
pub(super) struct OpenSession {
    pub(super) id: Live,
    pub(super) revision: String,
}

impl<'a> Cx<'a> {
    /// Prepares the probe of one URL, in a run that sends these values to somebody; `None` where it is no URL that can be asked.
    pub(in crate::probe::live) fn new(
        net: &'a Net,
        options: &'a ProbeOptions,
        target: &HttpTarget,
        shown: &str,
        sent: &Sent,
    ) -> Option<Self> {
        let mut url = Url::parse(target.url.reveal()).ok()?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return None;
        }
        url.set_fragment(None);
        let mut credentials = HeaderMap::new();
        for (name, value) in &target.headers {
            let mut value = HeaderValue::from_str(value.reveal()).ok()?;
            value.set_sensitive(true);
            credentials.append(HeaderName::from_bytes(name.as_bytes()).ok()?, value);
        }
        let scrub = Scrub::new(shown, &target.url, sent);
        let guard = Guard::new(url.clone(), options.allow_private);
        let own = guard.own(url);
        Some(Self {
            net,
            clock: Clock::new(options.limits.server),
            answered: Cell::new(false),
            options,
            guard,
            scrub,
            own,
            left_out: target.left_out.clone(),
            asked: target
                .url
                .reveal()
                .split('#')
                .next()
                .unwrap_or_default()
                .to_owned(),
            credentials,
            sent: target.credentials.clone(),
            issuers: RefCell::default(),
            open: RefCell::default(),
        })
    }

    /// Writes down what is known before the first request.
    pub(super) fn tell(&self, obs: &mut Observation) {
        let url = self.guard.first();
        if url.scheme() == "http" && !self.guard.is_loopback() {
            obs.tells(Detail::PlainHttp);
        }
        if !self.left_out.is_empty() {
            obs.tells(Detail::AskedWithout(self.left_out.clone()));
        }
        if self.is_given() {
            obs.tells(Detail::AddressGiven);
        }
    }

    /// Says whether the user gave the address of the configured host.
    fn is_given(&self) -> bool {
        let host = self.guard.first().host_str().unwrap_or_default();
        let given = &self.options.resolve;
        given
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case(host))
    }

    /// Says whether it is known to everybody that the configured host stands at an address that is not public.
    pub(super) fn is_vouched(&self) -> bool {
        self.guard.is_loopback() || self.is_given()
    }

    /// Returns the configured URL without the parameters of its query that are or may be credentials: documents about
    /// the server are asked for in its name.
    pub(in crate::probe::live) fn public_address(&self) -> Url {
        let mut url = self.guard.first().clone();
        let public =
            |pair: &&str| is_harmless_parameter(pair) && !self.sent.contains(&parameter_name(pair));
        let query = url.query().unwrap_or_default();
        let kept: Vec<&str> = query.split('&').filter(public).collect();
        let kept = kept.join("&");
        url.set_query(Some(kept.as_str()).filter(|query| !query.is_empty()));
        url
    }

    /// Returns the time limit of one request.
    pub(in crate::probe::live) fn limit(&self) -> Duration {
        self.options.limits.request
    }

    /// Sends a request; once more where the connection was an old one that the server had closed.
    pub(in crate::probe::live) async fn send<'s>(
        &'s self,
        ask: Ask<'_>,
        limit: Duration,
    ) -> Result<Answer<'s>, Trouble> {
        let again = self.answered.get().then(|| ask.clone());
        let mut sent = self.net.send(ask, limit, &self.clock).await;
        if let (Err(Trouble::Failed(Failure::Closed)), Some(again)) = (&sent, again) {
            sent = self.net.send(again, limit, &self.clock).await;
        }
        self.answered.set(self.answered.get() || sent.is_ok());
        sent
    }

    /// Returns what the reading of lists needs.
    pub(super) fn reading(&self) -> Reading<'_> {
        Reading {
            limits: &self.options.limits,
            scrub: &self.scrub,
        }
    }

    /// Permits or refuses a URL that came over the wire; one that repeats what was sent would carry it elsewhere.
    pub(in crate::probe::live) fn advertised(&self, text: &str) -> Result<Permit, RefusalReason> {
        if self.scrub.repeats(text) {
            return Err(RefusalReason::Credential);
        }
        self.guard.advertised(text)
    }

    /// Numbers an issuer; equal texts have equal numbers.
    pub(in crate::probe::live) fn number(&self, issuer: &str) -> u32 {
        let mut issuers = self.issuers.borrow_mut();
        let at = issuers.iter().position(|known| known == issuer);
        let at = at.unwrap_or_else(|| {
            issuers.push(issuer.to_owned());
            issuers.len() - 1
        });
        u32::try_from(at).unwrap_or(u32::MAX)
    }

    /// Gives the issuers by their numbers.
    pub(in crate::probe::live) fn into_issuers(self) -> Vec<String> {
        self.issuers.into_inner()
    }

    /// Makes the headers of a POST, with the credentials only where they belong.
    pub(super) fn headers(&self, with_credentials: bool) -> HeaderMap {
        let mut headers = if with_credentials {
            self.credentials.clone()
        } else {
            HeaderMap::new()
        };
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(
            ACCEPT,
            HeaderValue::from_static("application/json, text/event-stream"),
        );
        headers
    }

    /// Remembers a session, or that it is closed.
    pub(super) fn remember(&self, session: Option<OpenSession>) {
        self.open.replace(session);
    }

    /// Closes a session that was left open, in little time.
    pub(in crate::probe::live) async fn clean_up(&self, limit: Duration) {
        let open = self.open.take();
        if let Some(session) = open {
            // Whether it worked can no longer be told to anybody.
            let _ = super::legacy::delete(self, &session, limit).await;
        }
    }
}

/// Adds a header whose value comes from a server; one that cannot be sent is left out.
pub(super) fn put(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(HeaderName::from_static(name), value);
    }
}
