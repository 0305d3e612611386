//! From the errors of the HTTP library to why there was no answer.

use std::error::Error;
use std::io::{self, ErrorKind};

use super::lookup::{Blocked, NoAddress};
use crate::probe::{Failure, RefusalReason};

/// Why a request brought no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::probe::live) enum Trouble {
    /// It failed.
    Failed(Failure),
    /// The name leads to an address that may not be connected to.
    Blocked(RefusalReason),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Trouble::Failed(failure)
    }
}

impl From<reqwest::Error> for Trouble {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() {
            return Failure::TimeOut.into();
        }
        if error.is_builder() {
            return Failure::Unusable.into();
        }
        let mut source: Option<&(dyn Error + 'static)> = Some(&error);
        while let Some(cause) = source {
            if let Some(Blocked(reason)) = cause.downcast_ref() {
                return Trouble::Blocked(*reason);
            }
            if let Some(known) = known(cause, error.is_connect()) {
                return known.into();
            }
            source = cause.source();
        }
        let other = if error.is_connect() {
            Failure::Refused
        } else {
            Failure::Closed
        };
        other.into()
    }
}

fn known(cause: &(dyn Error + 'static), connecting: bool) -> Option<Failure> {
    if cause.is::<NoAddress>() {
        return Some(Failure::NoAddress);
    }
    if cause.is::<rustls::Error>() {
        return Some(Failure::Tls);
    }
    if let Some(error) = cause.downcast_ref::<hyper::Error>() {
        // A closed connection has its reason below.
        return if error.is_parse() {
            Some(Failure::NotHttp)
        } else if error.is_incomplete_message() {
            Some(Failure::Closed)
        } else {
            None
        };
    }
    let error = cause.downcast_ref::<io::Error>()?;
    // What an io error wraps is not its source.
    if let Some(known) = error.get_ref().and_then(|inner| known(inner, connecting)) {
        return Some(known);
    }
    match error.kind() {
        ErrorKind::ConnectionRefused => Some(Failure::Refused),
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => Some(Failure::NoRoute),
        ErrorKind::TimedOut => Some(Failure::TimeOut),
        // The other side hung up in the middle of the handshake.
        ErrorKind::UnexpectedEof if connecting => Some(Failure::Tls),
        ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe
        | ErrorKind::UnexpectedEof => Some(Failure::Closed),
        _ => None,
    }
}
