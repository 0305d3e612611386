//! From a configuration to the targets of a probe: who is asked, what is sent, and what is left out and why.

use std::collections::BTreeMap;

use super::{Target, TargetKind, Vault};
use crate::diagnostic::Diagnostic;
use crate::inventory::{InputKind, Inventory, Redacted, ServerEntry};

mod command;
mod http;
mod refer;
mod stdio;
mod strip;

pub use http::target_of_url;

/// Stands for every stdio server; credentials are sent by name only.
const ALL: &str = "all";

/// What the user asked for.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// Names of the stdio servers to start; `all` is every one.
    pub allow_run: Vec<String>,
    /// Names of the servers that get the credentials of their entries.
    pub send_credentials: Vec<String>,
}

/// What a probe will do.
#[derive(Debug, Default)]
pub struct Plan {
    /// Whom to ask, each once.
    pub targets: Vec<Target>,
    /// Commands that need consent, by the id of their target.
    pub starts: BTreeMap<String, Start>,
    /// What is left out, and why.
    pub notes: Vec<Diagnostic>,
}

/// A command to start, as a person is shown it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// Name of the server.
    pub name: Redacted,
    /// Where the entry stands.
    pub source: crate::diagnostic::Place,
    /// Every word of the command, quoted where needed; variables as written.
    pub command: Redacted,
    /// Where it starts.
    pub cwd: Option<Redacted>,
    /// Names of the variables that it gets from the entry.
    pub env: Vec<Redacted>,
    /// Names of the variables that hold credentials and are kept back.
    pub withheld: Vec<Redacted>,
}

/// No input of a file has a value here.
static NO_INPUTS: BTreeMap<String, InputKind> = BTreeMap::new();

/// Looks up a variable of the environment.
pub(crate) type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Plans a probe of the servers of an inventory; `stdio` says whether processes may be started at all.
pub fn plan(
    inventory: &Inventory,
    vault: &Vault,
    asked: &Asked,
    lookup: Environment<'_>,
) -> Result<Plan, Diagnostic> {
    let servers = || inventory.hosts.iter().flat_map(|host| &host.servers);
    let named = |stdio: bool| -> Vec<&str> {
        let of_kind = servers().filter(|s| s.probe.is_some() && (!stdio || s.address().is_none()));
        of_kind.map(|s| s.name.as_str()).collect()
    };
    let run: Vec<String> = asked
        .allow_run
        .iter()
        .filter(|n| *n != ALL)
        .cloned()
        .collect();
    known("--allow-run", &run, &named(true))?;
    known("--send-credentials", &asked.send_credentials, &named(false))?;
    let mut plan = Plan::default();
    let sends = |server: &ServerEntry| picks(&asked.send_credentials, server);
    let all = asked.allow_run.len() > run.len();
    // Entries with one address are one target, but for those that send credentials of their own.
    let mut done: Vec<&str> = Vec::new();
    let order = servers().filter_map(|s| Some((s, s.probe.as_ref()?)));
    for (server, target) in order {
        if !sends(server) && done.contains(&target.id.as_str()) {
            continue;
        }
        let cx = Cx {
            server,
            vault,
            lookup,
            send: sends(server),
        };
        let mut id = &target.id;
        let kind = if let Some(endpoint) = server.address() {
            let http = cx.http(endpoint, &mut plan.notes);
            if let Some((_, true)) = http {
                id = &target.own;
            } else if done.contains(&id.as_str()) {
                continue;
            } else {
                done.push(id);
            }
            http.map(|(http, _)| TargetKind::Http(http))
        } else if all || picks(&run, server) {
            cx.stdio(&mut plan.notes).map(|(stdio, start)| {
                plan.starts.insert(target.id.clone(), start);
                TargetKind::Stdio(stdio)
            })
        } else {
            if cx.send {
                let hint = format!("`--probe=stdio --allow-run {}` starts it", server.name);
                plan.notes
                    .push(cx.warn("not started, so nothing is sent").hint(hint));
            }
            continue;
        };
        plan.targets.extend(kind.map(|kind| Target {
            id: id.clone(),
            shown: target.shown.clone(),
            kind,
        }));
    }
    plan.targets.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(plan)
}

/// One entry while it is planned.
struct Cx<'a> {
    server: &'a ServerEntry,
    vault: &'a Vault,
    lookup: Environment<'a>,
    /// Its credentials are sent.
    send: bool,
}

impl Cx<'_> {
    /// Makes a message about the entry.
    fn warn(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(message)
            .at(self.server.source.clone())
            .key(self.server.name.as_str())
    }

    /// Makes the message that an entry is left out because of a credential.
    fn needs_leave(&self, what: &str) -> Diagnostic {
        self.warn(format!("not probed: {what} holds a credential"))
            .hint(format!(
                "`--send-credentials {}` sends it",
                self.server.name
            ))
    }
}

fn picks(names: &[String], server: &ServerEntry) -> bool {
    names.iter().any(|name| Redacted::name(name) == server.name)
}

/// Refuses names that no server has; names of servers are no secrets, what was typed may be.
fn known(option: &str, asked: &[String], names: &[&str]) -> Result<(), Diagnostic> {
    let unknown = |name: &String| !names.contains(&Redacted::name(name).as_str());
    if !asked.iter().any(unknown) {
        return Ok(());
    }
    let mut names = names.to_vec();
    names.sort_unstable();
    names.dedup();
    let hint = if names.is_empty() {
        "there is none in this input".to_owned()
    } else {
        format!("names: {}", names.join(", "))
    };
    Err(Diagnostic::error(format!("{option} names no server that it can be used with")).hint(hint))
}

#[cfg(test)]
mod tests;
