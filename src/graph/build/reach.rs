//! What a started process is told to use, what its mounts and sockets open, and the ports it opens itself.

use super::Builder;
use super::isolation::Stand;
use super::words::{self, short};
use crate::graph::{Evidence, Flow, FlowKind, LabelRole, Line, LineRole, Node, NodeKind};
use crate::inventory::launch::{Launch, Listener, ReachKind};
use crate::inventory::{Mark, MarkLevel};

/// Second line of an asset that is nothing special.
pub(crate) const FOLDER: &str = "folder or file";
/// On a flow to what a process was told to use; its box says the same.
pub(crate) const TOLD: &str = "told to use";

/// On every way in that no approval gate guards.
const PAST_THE_GATE: &str = "past the gate · sign-in not known";

impl Builder {
    /// Joins a server to what its arguments and mounts let it see.
    pub(super) fn add_reach(&mut self, stand: &Stand, id: &str, launch: &Launch) {
        for reach in &launch.reach {
            let asset = match reach.kind {
                ReachKind::DockerSocket => {
                    self.join_docker_socket(stand, id);
                    continue;
                }
                // A path given to a contained program is a path inside of it; only its mounts are the machine's.
                _ if !stand.sees_files => continue,
                ReachKind::Home if self.homes.is_own(reach.home) => self.home(&stand.user),
                ReachKind::WholeDisk => {
                    self.asset(stand, "whole disk", "all that the user may open")
                }
                ReachKind::Home | ReachKind::Path => {
                    let label = self.homes.label(&reach.shown, reach.home);
                    self.asset(stand, &label, FOLDER)
                }
                ReachKind::DatabaseFile => {
                    let label = self.homes.label(&reach.shown, reach.home);
                    self.asset(stand, &label, "database file")
                }
            };
            let flow = Flow::new(FlowKind::Upstream, id, asset, Evidence::Declared);
            self.arch.add_flow(flow.with(LabelRole::Plain, TOLD));
        }
        self.join_mounts(stand, id, launch);
        let isolations = || launch.isolations.iter().chain(&stand.container);
        let gaps = || isolations().flat_map(|i| &i.gaps);
        if gaps().any(|g| g.contains("docker socket")) {
            self.join_docker_socket(stand, id);
        }
        if gaps().any(|g| g.contains("home mounted")) {
            let user = match &stand.container {
                Some(_) => self.local_ground().user,
                None => stand.user.clone(),
            };
            let home = self.home(&user);
            let flow = Flow::new(FlowKind::Upstream, id, home, Evidence::Declared);
            self.arch
                .add_flow(flow.with(LabelRole::Alarm, "home mounted"));
        }
    }

    /// Joins a contained server to the folders of the machine that are mounted into it.
    fn join_mounts(&mut self, stand: &Stand, id: &str, launch: &Launch) {
        let isolations: Vec<_> = launch.isolations.iter().chain(&stand.container).collect();
        let [isolation] = isolations.as_slice() else {
            // Of several, only the innermost sees its mounts, and they are folders of the one around it.
            return;
        };
        // The container of a host stands on the local machine, and so do the folders that are mounted into it.
        let mut outside = stand.clone();
        if stand.container.is_some() {
            outside.user = self.local_ground().user;
        }
        let said_elsewhere = |from: &str| is_docker_socket(from) || from == "~";
        for mount in &isolation.mounts {
            if mount.volume || mount.from.is_empty() || said_elsewhere(&mount.from) {
                continue;
            }
            let label = self.homes.label(&mount.from, mount.home);
            let asset = self.asset(&outside, &label, FOLDER);
            let access = if mount.read_only {
                "read-only"
            } else {
                "read and write"
            };
            let flow = Flow::new(FlowKind::Upstream, id, asset, Evidence::Declared);
            self.arch
                .add_flow(flow.with(LabelRole::Plain, format!("mounted, {access}")));
        }
    }

    fn join_docker_socket(&mut self, stand: &Stand, id: &str) {
        let (socket, new) = self.ids.once_as(
            &["asset", "docker-socket", &stand.machine],
            &["asset", "docker-socket"],
        );
        if new {
            let kind = NodeKind::Asset;
            let machine = Some(stand.machine.as_str());
            let mut node = Node::new(&socket, kind, "docker socket", machine, Evidence::Declared);
            let line = "equal to root on this machine";
            node.lines.push(Line::new(LineRole::Alarm, line));
            self.arch.add_node(node);
        }
        let flow = Flow::new(FlowKind::Upstream, id, socket, Evidence::Declared);
        self.arch
            .add_flow(flow.with(LabelRole::Alarm, "can start any container as root"));
    }

    fn asset(&mut self, stand: &Stand, label: &str, line: &str) -> String {
        let (id, new) = self
            .ids
            .once_as(&["asset", "file", &stand.user, label], &["asset", label]);
        if new {
            let kind = NodeKind::Asset;
            let user = Some(stand.user.as_str());
            let mut node = Node::new(&id, kind, label, user, Evidence::Declared);
            node.lines.push(Line::new(LineRole::Plain, line));
            self.arch.add_node(node);
        }
        id
    }

    /// Adds the ports that a process opens, and those that its containers publish.
    pub(super) fn add_listeners(&mut self, stand: &Stand, id: &str, launch: &Launch) {
        if let Some(listener) = &launch.listener {
            if stand.own_network {
                let port = listener.port.map_or_else(String::new, |p| format!(" {p}"));
                let text = format!("listens on port{port} in the container");
                if let Some(node) = self.arch.node_mut(id) {
                    node.lines.push(Line::new(LineRole::Plain, text));
                }
            } else {
                self.add_inbound(&stand.loopback, id, listener);
            }
        }
        for published in launch.isolations.iter().flat_map(|i| &i.published) {
            self.add_inbound(&stand.machine, id, published);
        }
    }

    /// Adds the flow from whoever can reach a listener.
    pub(super) fn add_inbound(&mut self, loopback: &str, id: &str, listener: &Listener) {
        let from = if listener.all_interfaces {
            self.external("local network", "every machine that can reach this one")
        } else {
            let line = "whatever runs or is opened there";
            self.external("any local process, web pages", line)
        };
        let (text, evidence) = listens(listener);
        let flow = Flow::new(FlowKind::Inbound, from, id, evidence);
        let flow = flow.with(LabelRole::Alarm, text);
        self.arch
            .add_flow(flow.with(LabelRole::Plain, PAST_THE_GATE));
        self.opens(loopback, id, listener);
    }

    /// Says on a node what it listens on.
    pub(super) fn opens(&mut self, loopback: &str, id: &str, listener: &Listener) {
        if let Some(node) = self.arch.node_mut(id) {
            if listener.all_interfaces {
                let mark = Mark::new(MarkLevel::Alarm, "listens on all interfaces", None);
                words::add_marks(node, &[mark]);
            }
            let line = Line::new(LineRole::Plain, short(&format!("opens {}", port(listener))));
            if !node.lines.contains(&line) {
                node.lines.push(line);
            }
        }
        self.starts_port(loopback, listener.port, id);
    }
}

fn port(listener: &Listener) -> String {
    let port = listener.port;
    port.map_or_else(|| "a port".to_owned(), |p| format!("port {p}"))
}

/// Says whether a mounted path is the socket of a container runtime.
pub(super) fn is_docker_socket(path: &str) -> bool {
    ["docker.sock", "podman.sock", "docker_engine"]
        .iter()
        .any(|name| path.ends_with(name))
}

/// Returns what stands on the way in: port and address, and how that is known.
pub(super) fn listens(listener: &Listener) -> (String, Evidence) {
    let port = port(listener);
    match (listener.all_interfaces, listener.address_written) {
        (true, true) => (format!("{port} on all interfaces"), Evidence::Declared),
        // Docker's own default for a published port.
        (true, false) => (
            format!("{port} on all interfaces (default)"),
            Evidence::Declared,
        ),
        (false, true) => (format!("{port} on loopback"), Evidence::Declared),
        (false, false) => (
            format!("? {port}, address not in the file"),
            Evidence::Assumed,
        ),
    }
}
