//! From names to addresses, with a check before anything connects.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::address::why_not_public;
use crate::probe::RefusalReason;

type Function = dyn Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync;

/// Finds the addresses of a name; the system's resolver unless told otherwise.
#[derive(Clone)]
pub struct Lookup(Arc<Function>);

impl Lookup {
    /// Takes a function in place of the system's resolver.
    pub fn new(function: impl Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync + 'static) -> Self {
        Self(Arc::new(function))
    }
}

impl Default for Lookup {
    fn default() -> Self {
        Self::new(|name| Ok((name, 0).to_socket_addrs()?.map(|a| a.ip()).collect()))
    }
}

impl fmt::Debug for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lookup")
    }
}

/// Which addresses may be connected to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Allowed {
    /// Anything: the URL stands in the user's configuration.
    pub(super) first_party: bool,
    /// This machine.
    pub(super) loopback: bool,
    /// Private addresses.
    pub(super) private: bool,
}

impl Allowed {
    /// Says why an address may not be connected to.
    pub(super) fn objection(self, ip: IpAddr) -> Option<RefusalReason> {
        if self.first_party {
            return None;
        }
        why_not_public(ip).filter(|reason| match reason {
            RefusalReason::Loopback => !self.loopback,
            RefusalReason::Private => !self.private,
            _ => true,
        })
    }
}

/// An address was found that may not be connected to.
#[derive(Debug)]
pub(super) struct Blocked(pub(super) RefusalReason);

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "address not allowed: {}", self.0)
    }
}

impl std::error::Error for Blocked {}

/// The name has no address.
#[derive(Debug)]
pub(super) struct NoAddress;

impl fmt::Display for NoAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no address")
    }
}

impl std::error::Error for NoAddress {}

/// The resolver of one client: what it returns is what is connected to, so a second answer cannot differ from the one checked.
pub(super) struct Checked {
    pub(super) allowed: Allowed,
    pub(super) lookup: Lookup,
    /// Addresses the user gave.
    pub(super) given: Arc<BTreeMap<String, SocketAddr>>,
}

impl Resolve for Checked {
    fn resolve(&self, name: Name) -> Resolving {
        let allowed = self.allowed;
        let name = name.as_str().trim_end_matches('.').to_ascii_lowercase();
        if let Some(address) = self.given.get(&name) {
            let addresses: Addrs = Box::new(std::iter::once(*address));
            return Box::pin(async { Ok(addresses) });
        }
        let lookup = self.lookup.clone();
        Box::pin(async move {
            let found = tokio::task::spawn_blocking(move || (lookup.0)(&name)).await?;
            let found = found.map_err(|_| NoAddress)?;
            if found.is_empty() {
                return Err(NoAddress.into());
            }
            if let Some(reason) = found.iter().find_map(|ip| allowed.objection(*ip)) {
                return Err(Blocked(reason).into());
            }
            let addresses: Addrs = Box::new(found.into_iter().map(|ip| SocketAddr::new(ip, 0)));
            Ok(addresses)
        })
    }
}
