//! Servers that a client starts: plain processes, containers, bridges, gateways.

use super::Builder;
use super::frames::Ground;
use super::hosts::HostNodes;
use super::words;
use crate::catalog;
use crate::graph::{
    Boundary, BoundaryKind, Evidence, Flow, FlowKind, LabelPart, LabelRole, Line, LineRole, Node,
    NodeKind,
};
use crate::inventory::launch::{Bridge, Launch, Listener, ReachKind};
use crate::inventory::{Mark, MarkLevel, ServerEntry, State};

impl Builder {
    /// Adds what a stdio entry starts.
    pub(super) fn add_process(
        &mut self,
        nodes: &HostNodes,
        ground: &Ground,
        server: &ServerEntry,
        client: &str,
        launch: &Launch,
    ) {
        let owner = client.trim_start_matches("client-").to_owned();
        let boundary = self.boundary_of(nodes, ground, server, &owner, launch);
        let (label, second) = words::program(launch);
        let (kind, prefix) = match (&launch.bridge, &launch.gateway) {
            (Some(_), _) => (NodeKind::Bridge, "bridge"),
            (_, Some(_)) => (NodeKind::Gateway, "gateway"),
            _ => (NodeKind::Server, "server"),
        };
        let id = self.ids.make(&[prefix, &owner]);
        let mut node = Node::new(&id, kind, label, Some(&boundary), Evidence::Declared);
        node.source = Some(server.source.clone());
        node.lines.push(Line::new(LineRole::Plain, second));
        if launch
            .hops
            .iter()
            .any(|h| matches!(h, crate::inventory::launch::Hop::ShellString(_)))
        {
            node.lines
                .push(Line::new(LineRole::Plain, "started by a shell string"));
        }
        let row = launch
            .catalog
            .and_then(|id| catalog::all().iter().find(|s| s.id == id));
        let mut told: Vec<&str> = Vec::new();
        for reach in launch
            .reach
            .iter()
            .filter(|r| r.kind != ReachKind::DockerSocket)
        {
            told.push(&reach.shown);
        }
        if !told.is_empty() {
            node.lines.push(Line::new(
                LineRole::Reach,
                format!("told to use {}", words::shorten(&told)),
            ));
        }
        for flag in &launch.flags {
            let what = row.and_then(|r| r.ext_flags.get(flag.as_str()));
            let text = what.map_or_else(|| flag.to_string(), |what| format!("{flag}: ? {what}"));
            node.lines.push(Line::new(LineRole::Reach, text));
        }
        words::add_marks(&mut node, &launch.marks);
        self.add_behind(node, client);

        let mut flow = Flow::new(FlowKind::Stdio, client, &id, Evidence::Declared);
        let via = launch
            .isolations
            .iter()
            .map(|i| i.via)
            .collect::<Vec<_>>()
            .join(", ");
        let text = if via.is_empty() {
            "stdin / stdout".to_owned()
        } else {
            format!("stdin / stdout via {via}")
        };
        flow.label.push(LabelPart::new(LabelRole::Plain, text));
        flow.label.extend(words::handed_over(&server.credentials));
        self.connect(flow, server);

        if let Some(bridge) = &launch.bridge {
            self.add_bridge(ground, server, client, &id, &owner, bridge);
            return;
        }
        let destinations = if matches!(server.state, State::Disabled(_)) {
            Vec::new()
        } else {
            self.add_reach(ground, &id, launch);
            self.add_listeners(&id, launch);
            if let Some(gateway) = &launch.gateway {
                self.add_back_ends(&boundary, &id, server, gateway);
            }
            self.add_upstreams(ground, server, &id, row)
        };
        self.record_credentials(server, client, &id, &destinations);
    }

    /// Returns the boundary around the program: host-made sandbox, isolations, or the plain OS user.
    fn boundary_of(
        &mut self,
        nodes: &HostNodes,
        ground: &Ground,
        server: &ServerEntry,
        owner: &str,
        launch: &Launch,
    ) -> String {
        let outer = self.inside(ground, owner, &launch.isolations);
        let Some(sandbox) = server
            .sandbox
            .as_ref()
            .filter(|_| launch.isolations.is_empty())
        else {
            return outer;
        };
        let id = self.ids.make(&["isolation", owner]);
        let mut frame = Boundary::new(
            &id,
            BoundaryKind::Isolation,
            &sandbox.title,
            Some(&nodes.ground.user),
            Evidence::Declared,
        );
        frame.source.clone_from(&sandbox.source);
        frame.lines.extend(
            sandbox
                .limits
                .iter()
                .map(|l| Line::new(LineRole::Reach, l.as_str())),
        );
        self.arch.boundaries.push(frame);
        id
    }

    /// Joins a server to what its arguments and mounts let it see.
    fn add_reach(&mut self, ground: &Ground, id: &str, launch: &Launch) {
        let inside = !launch.isolations.is_empty();
        for reach in &launch.reach {
            // A path given to an isolated program is a path inside of it; only its mounts are the host's.
            if inside && reach.kind != ReachKind::DockerSocket {
                continue;
            }
            let asset = match reach.kind {
                ReachKind::Home => self.home(ground),
                ReachKind::DockerSocket => self.docker_socket(ground),
                ReachKind::WholeDisk => {
                    self.asset(ground, "whole disk", "every file the OS user may open")
                }
                ReachKind::Path => self.asset(ground, &reach.shown, "folder or file"),
                ReachKind::DatabaseFile => self.asset(ground, &reach.shown, "database file"),
            };
            let mut flow = Flow::new(FlowKind::Upstream, id, asset, Evidence::Declared);
            flow.label
                .push(LabelPart::new(LabelRole::Plain, "told to use"));
            self.arch.add_flow(flow);
        }
        for isolation in &launch.isolations {
            if isolation.gaps.iter().any(|g| g.contains("docker socket")) {
                let socket = self.docker_socket(ground);
                let mut flow = Flow::new(FlowKind::Upstream, id, socket, Evidence::Declared);
                flow.label.push(LabelPart::new(
                    LabelRole::Alarm,
                    "can start any container as root",
                ));
                self.arch.add_flow(flow);
            }
            if isolation.gaps.iter().any(|g| g.contains("home mounted")) {
                let home = self.home(ground);
                let mut flow = Flow::new(FlowKind::Upstream, id, home, Evidence::Declared);
                flow.label
                    .push(LabelPart::new(LabelRole::Alarm, "home mounted"));
                self.arch.add_flow(flow);
            }
        }
    }

    fn docker_socket(&mut self, ground: &Ground) -> String {
        let id = super::ids::slug(&["asset-docker-socket", &ground.machine]);
        if self.arch.node(&id).is_none() {
            let mut node = Node::new(
                &id,
                NodeKind::Asset,
                "docker socket",
                Some(&ground.machine),
                Evidence::Declared,
            );
            node.lines
                .push(Line::new(LineRole::Alarm, "equal to root on this machine"));
            self.arch.add_node(node);
        }
        id
    }

    fn asset(&mut self, ground: &Ground, label: &str, line: &str) -> String {
        let id = super::ids::slug(&["asset", &ground.user, label]);
        if self.arch.node(&id).is_none() {
            let mut node = Node::new(
                &id,
                NodeKind::Asset,
                label,
                Some(&ground.user),
                Evidence::Declared,
            );
            node.lines.push(Line::new(LineRole::Plain, line));
            self.arch.add_node(node);
        }
        id
    }

    fn add_listeners(&mut self, id: &str, launch: &Launch) {
        let published = launch.isolations.iter().flat_map(|i| &i.published);
        for listener in launch.listener.iter().chain(published) {
            self.add_inbound(id, listener);
        }
    }

    /// Adds the flow from whoever can reach a listener.
    fn add_inbound(&mut self, id: &str, listener: &Listener) {
        let from = if listener.all_interfaces {
            self.external("local network", "every machine that can reach this one")
        } else {
            self.external(
                "any local process, web pages",
                "whatever runs or is opened on this machine",
            )
        };
        let port = listener
            .port
            .map_or_else(|| "a port".to_owned(), |p| format!("port {p}"));
        let text = match (listener.all_interfaces, listener.address_written) {
            (true, _) => format!("{port} on all interfaces"),
            (false, true) => format!("{port} on loopback"),
            (false, false) => format!("? {port}, address not in the file"),
        };
        let mut flow = Flow::new(FlowKind::Inbound, from, id, Evidence::Declared);
        flow.label.push(LabelPart::new(LabelRole::Alarm, text));
        self.arch.add_flow(flow);
        if listener.all_interfaces
            && let Some(node) = self.arch.node_mut(id)
        {
            words::add_marks(
                node,
                &[Mark::new(
                    MarkLevel::Alarm,
                    "listens on all interfaces",
                    None,
                )],
            );
        }
    }

    fn add_bridge(
        &mut self,
        ground: &Ground,
        server: &ServerEntry,
        client: &str,
        id: &str,
        owner: &str,
        bridge: &Bridge,
    ) {
        if let Some(remote) = &bridge.remote {
            self.add_behind_bridge(ground, server, client, id, bridge, remote);
        } else if let Some(inner) = &bridge.publishes {
            let (label, second) = words::program(inner);
            let inner_id = self.ids.make(&["server", owner, "published"]);
            let boundary = self.inside(ground, &format!("{owner}-published"), &inner.isolations);
            let mut node = Node::new(
                &inner_id,
                NodeKind::Server,
                label,
                Some(&boundary),
                Evidence::Declared,
            );
            node.source = Some(server.source.clone());
            node.lines.push(Line::new(LineRole::Plain, second));
            words::add_marks(&mut node, &inner.marks);
            self.add_behind(node, client);
            let mut flow = Flow::new(FlowKind::Stdio, id, &inner_id, Evidence::Declared);
            flow.label
                .push(LabelPart::new(LabelRole::Plain, "stdin / stdout"));
            self.connect(flow, server);
            self.record_credentials(server, client, id, &[]);
        } else {
            self.record_credentials(server, client, id, &[]);
        }
        if let (Some(listener), false) =
            (&bridge.listener, matches!(server.state, State::Disabled(_)))
        {
            self.add_inbound(id, listener);
        }
    }

    fn add_back_ends(
        &mut self,
        boundary: &str,
        id: &str,
        server: &ServerEntry,
        gateway: &crate::inventory::launch::Gateway,
    ) {
        let names: Vec<&str> = gateway
            .back_ends
            .iter()
            .map(crate::inventory::Redacted::as_str)
            .collect();
        let names = if names.is_empty() {
            vec!["unknown servers"]
        } else {
            names
        };
        let known = !gateway.back_ends.is_empty();
        for name in names {
            let back = self.ids.make(&["server", id, name]);
            let mut node = Node::new(
                &back,
                NodeKind::Server,
                name,
                Some(boundary),
                if known {
                    Evidence::Declared
                } else {
                    Evidence::Assumed
                },
            );
            node.source = Some(server.source.clone());
            node.lines.push(Line::new(
                LineRole::Plain,
                if known {
                    "behind the gateway"
                } else {
                    "what the gateway starts stands elsewhere"
                },
            ));
            self.arch.add_node(node);
            self.connect(
                Flow::new(FlowKind::Custom, id, &back, Evidence::Assumed),
                server,
            );
        }
    }
}
