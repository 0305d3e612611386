//! Decides what an entry is: a process, an address, something built in, or nothing that can be drawn.

use super::Address;
use super::command::Command;
use super::transport::{self, Typed};
use crate::dialect::ReadCx;
use crate::dialect::generic;
use crate::dialect::model::{Both, UntypedUrl};
use crate::inventory::{Mark, MarkLevel, ServerEntry, Transport};
use crate::syntax::Node;

/// What an entry is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Process,
    Remote,
    Builtin,
    Nothing,
}

/// Decides what an entry is and sets its transport.
pub(super) fn decide(
    cx: &mut ReadCx<'_>,
    entry: &mut ServerEntry,
    typed: Option<Typed>,
    command: Option<&(Command, &Node)>,
    address: Option<&Address<'_>>,
) -> Kind {
    let has_command = command.is_some_and(|(command, _)| !command.program.is_empty());
    let has_address = address.is_some_and(|address| !address.text.is_empty());
    let remote_or_process = |cx: &mut ReadCx<'_>, refused: &mut ServerEntry, why: &str| {
        cx.refuse(refused, why);
        if has_address {
            Kind::Remote
        } else {
            Kind::Process
        }
    };
    match typed {
        Some(Typed::Is(transport) | Typed::Foreign(transport)) => {
            entry.transport = transport;
            match transport {
                Transport::Stdio if has_command => Kind::Process,
                Transport::Stdio if has_address => {
                    remote_or_process(cx, entry, "the type says stdio, but there is no command")
                }
                Transport::Builtin => Kind::Builtin,
                Transport::Stdio => Kind::Nothing,
                _ if has_address => Kind::Remote,
                _ if has_command => {
                    remote_or_process(cx, entry, "the type says remote, but there is no address")
                }
                _ => Kind::Nothing,
            }
        }
        Some(Typed::Remote) if has_address => {
            // "Remote" names no transport: products that use the word try both.
            entry.transport = Transport::HttpThenSse;
            Kind::Remote
        }
        Some(Typed::Unknown) if has_address => Kind::Remote,
        Some(Typed::Unknown) if has_command => Kind::Process,
        Some(Typed::Registry) => Kind::Nothing,
        _ => untyped(cx, entry, has_command, has_address, command, address),
    }
}

fn untyped(
    cx: &mut ReadCx<'_>,
    entry: &mut ServerEntry,
    has_command: bool,
    has_address: bool,
    command: Option<&(Command, &Node)>,
    address: Option<&Address<'_>>,
) -> Kind {
    if has_command && has_address {
        let at = command.map(|(_, node)| cx.at(node));
        let (kind, why) = match cx.dialect.both {
            Both::Command if cx.dialect.id == generic::ID => (
                Kind::Process,
                "command and address together: clients differ",
            ),
            Both::Command => (
                Kind::Process,
                "command and address together: the command wins",
            ),
            Both::Address => (
                Kind::Remote,
                "command and address together: the address wins",
            ),
            Both::Refused(why) => {
                cx.refuse(entry, why);
                (Kind::Process, "command and address together")
            }
        };
        entry.marks.push(Mark::new(MarkLevel::Warning, why, at));
        entry.transport = match kind {
            Kind::Process => Transport::Stdio,
            _ => untyped_address(cx, entry, address),
        };
        return kind;
    }
    if has_command {
        entry.transport = Transport::Stdio;
        return Kind::Process;
    }
    if has_address {
        entry.transport = untyped_address(cx, entry, address);
        return Kind::Remote;
    }
    if command.is_some() && address.is_none() {
        entry.transport = Transport::Stdio;
    }
    Kind::Nothing
}

fn untyped_address(
    cx: &mut ReadCx<'_>,
    entry: &mut ServerEntry,
    address: Option<&Address<'_>>,
) -> Transport {
    let Some(address) = address else {
        return Transport::Unknown;
    };
    if address.unread.is_some() {
        return Transport::Unknown;
    }
    match cx.dialect.untyped_url {
        UntypedUrl::Means(Transport::Unknown | Transport::Sse)
            if transport::is_websocket(address.text) =>
        {
            Transport::Websocket
        }
        UntypedUrl::Means(transport) => transport,
        UntypedUrl::Refused(why) => {
            cx.refuse(entry, why);
            Transport::Unknown
        }
    }
}
