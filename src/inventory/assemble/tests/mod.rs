//! What several files of a product say together.

mod admin;
mod merging;
mod shared;
mod targets;
mod tools;

use crate::inventory::{Host, Reading, ServerEntry, State};

use super::assemble;

/// Reads files into the one host that they describe.
fn host(readings: Vec<Reading>) -> Host {
    let mut hosts = assemble(readings).hosts;
    assert_eq!(hosts.len(), 1, "one host");
    hosts.remove(0)
}

/// Returns the entry of a name.
fn server<'h>(host: &'h Host, name: &str) -> &'h ServerEntry {
    let mut named = host.servers.iter().filter(|s| s.name.as_str() == name);
    named.next().unwrap()
}

/// Returns why a server is off, or `on`.
fn why(server: &ServerEntry) -> &str {
    match &server.state {
        State::Disabled(reason) => reason,
        State::Active => "on",
        State::Refused(_) => "refused",
    }
}
