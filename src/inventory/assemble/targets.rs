//! What a probe would ask of each server, and the names under which a recording knows the answer.

use std::collections::BTreeMap;

use crate::inventory::launch::{Launch, Pin, Program};
use crate::inventory::{
    Endpoint, EndpointPlace, Host, ProbeTarget, Redacted, RunsOn, Scheme, ServerEntry, State,
    Target,
};

/// Names what can be asked, in the order of hosts and servers; equal addresses are one target.
pub(super) fn name(hosts: &mut [Host]) {
    // Which target has a name, so that two that are shown alike stay two.
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut addresses: BTreeMap<u32, String> = BTreeMap::new();
    for host in hosts {
        let client = host.client;
        let here = is_here(&host.placement.on);
        for server in &mut host.servers {
            let here = server.runs_on.as_ref().map_or(here, is_here) && !bridged_elsewhere(server);
            server.probe = match server.address() {
                _ if !matches!(server.state, State::Active) => None,
                Some(endpoint) => is_askable(endpoint, here).then(|| {
                    let id = addresses
                        .entry(endpoint.identity)
                        .or_insert_with(|| unique(&mut taken, format!("http {}", endpoint.shown)));
                    (id.clone(), endpoint.shown.clone())
                }),
                None => startable(server).filter(|_| here).map(|launch| {
                    let id = unique(&mut taken, format!("stdio {client} {}", server.name));
                    (id, shown(launch))
                }),
            }
            .map(|(id, shown)| {
                // What is started is nobody else's.
                let own = match server.address() {
                    Some(_) => unique(&mut taken, format!("{id} as {client} {}", server.name)),
                    None => id.clone(),
                };
                ProbeTarget { id, own, shown }
            });
        }
    }
}

fn unique(taken: &mut BTreeMap<String, usize>, name: String) -> String {
    let times = taken.entry(name.clone()).or_insert(0);
    *times += 1;
    match *times {
        1 => name,
        n => format!("{name} #{n}"),
    }
}

/// Says whether what a host reaches is what this machine reaches.
fn is_here(on: &RunsOn) -> bool {
    match on {
        RunsOn::ThisMachine | RunsOn::AnyMachineOfRepository | RunsOn::Unknown => true,
        RunsOn::DevContainer
        | RunsOn::OwnSandbox { .. }
        | RunsOn::OtherMachine(_)
        | RunsOn::VendorCloud(_)
        | RunsOn::Deployment => false,
    }
}

/// Says whether a bridge connects from inside of an isolation, where other addresses are near.
fn bridged_elsewhere(server: &ServerEntry) -> bool {
    matches!(&server.target, Target::Process(l) if l.bridge.is_some() && !l.isolations.is_empty())
}

/// Says whether an address can be asked: HTTP, complete, and the same seen from here.
fn is_askable(endpoint: &Endpoint, here: bool) -> bool {
    let http = matches!(endpoint.scheme, Scheme::Http | Scheme::Https);
    http && match endpoint.place {
        EndpointPlace::Public { .. } => true,
        EndpointPlace::Loopback | EndpointPlace::Private => here,
        EndpointPlace::CloudMetadata
        | EndpointPlace::ContainerHost
        | EndpointPlace::Placeholder
        | EndpointPlace::Variable(_)
        | EndpointPlace::LocalSocket
        | EndpointPlace::Unreadable => false,
    }
}

/// Returns what an entry starts, where that speaks MCP on its standard streams.
fn startable(server: &ServerEntry) -> Option<&Launch> {
    match &server.target {
        Target::Process(launch) if launch.bridge.is_none() => Some(launch),
        _ => None,
    }
}

/// Returns what is started, in words that stay the same as long as the same thing is started.
fn shown(launch: &Launch) -> Redacted {
    let text = match &launch.program {
        Program::Package {
            ecosystem,
            name,
            pin,
        } => {
            let version = match pin {
                Pin::Version(version) => format!(" {version}"),
                Pin::Unpinned | Pin::Digest => String::new(),
            };
            format!("{} {name}{version}", ecosystem.word())
        }
        Program::Image { name, tag, .. } => match tag {
            Some(tag) => format!("image {name}:{tag}"),
            None => format!("image {name}"),
        },
        Program::Git { name, .. } => format!("git {name}"),
        Program::Script { runtime, name, .. } => format!("{runtime} {name}"),
        Program::Binary { name, .. }
        | Program::ProjectTask { name }
        | Program::WrapperScript { name } => name.to_string(),
        Program::Unknown => "unknown program".to_owned(),
    };
    Redacted::trusted(text)
}
