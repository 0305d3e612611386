//! Servers that a client starts: plain processes, containers, bridges, gateways.

use super::Builder;
use super::carried;
use super::clients::owner;
use super::frames::Ground;
use super::hosts::HostNodes;
use super::isolation::Stand;
use super::words::{self, short};
use crate::catalog::{self, Server as Row};
use crate::graph::{Evidence, Flow, FlowKind, LabelRole, Line, LineRole, Node, NodeKind};
use crate::inventory::launch::{Launch, ReachKind};
use crate::inventory::{Mark, MarkLevel, ServerEntry};

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
        let owner = owner(client);
        let stand = self.stand_of(nodes, ground, server, owner, launch);
        let (kind, prefix) = match (&launch.bridge, &launch.gateway) {
            (Some(_), _) => (NodeKind::Bridge, "bridge"),
            (_, Some(_)) => (NodeKind::Gateway, "gateway"),
            _ => (NodeKind::Server, "server"),
        };
        let id = self.ids.make(&[prefix, owner]);
        let row = row_of(launch);
        self.add_behind(process_box(&id, kind, &stand, server, launch, row), client);

        let via: Vec<&str> = launch.isolations.iter().map(|i| i.via).collect();
        if launch.bridge.is_none() {
            self.observe(server, &id);
        }
        let words = if via.is_empty() {
            "stdin / stdout".to_owned()
        } else {
            format!("stdin / stdout via {}", via.join(", "))
        };
        let mut flow = Flow::new(FlowKind::Stdio, client, &id, Evidence::Declared)
            .with(LabelRole::Plain, words);
        flow.label.extend(carried::handed_over(&server.credentials));
        self.connect(flow, server);

        if let Some(bridge) = &launch.bridge {
            self.add_bridge(ground, &stand, server, client, &id, bridge);
            return;
        }
        if server.state.off().is_some() {
            self.record_credentials(server, client, &id, &[]);
            return;
        }
        self.add_reach(&stand, &id, launch);
        self.add_listeners(&stand, &id, launch);
        if let Some(gateway) = &launch.gateway {
            self.add_back_ends(&stand.boundary, &id, server, gateway);
        }
        let destinations = self.add_upstreams(&stand, server, &id, row);
        self.record_credentials(server, client, &id, &destinations);
    }

    /// Returns where the program stands: host-made sandbox, isolations, or the plain OS user.
    fn stand_of(
        &mut self,
        nodes: &HostNodes,
        ground: &Ground,
        server: &ServerEntry,
        owner: &str,
        launch: &Launch,
    ) -> Stand {
        let mut stand = self.inside(ground, owner, &launch.isolations);
        // A sandbox around `docker run` encloses the docker client, not what runs in the container.
        if let Some(sandbox) = &server.sandbox
            && launch.isolations.is_empty()
        {
            let user = nodes.ground.user.clone();
            stand.boundary = self.host_sandbox(owner, &sandbox.title, &user, sandbox);
        }
        stand
    }
}

/// Returns the catalogue row of what a launch starts.
pub(super) fn row_of(launch: &Launch) -> Option<&'static Row> {
    catalog::by_id(launch.catalog?)
}

/// Makes the box of a started program.
pub(super) fn process_box(
    id: &str,
    kind: NodeKind,
    stand: &Stand,
    server: &ServerEntry,
    launch: &Launch,
    row: Option<&Row>,
) -> Node {
    let (label, second) = words::program(launch);
    let mut node = Node::new(id, kind, label, Some(&stand.boundary), Evidence::Declared);
    node.source = Some(server.source.clone());
    node.lines.push(Line::new(LineRole::Plain, second));
    let told: Vec<&str> = launch
        .reach
        .iter()
        .filter(|r| r.kind != ReachKind::DockerSocket)
        .map(|r| r.shown.as_str())
        .collect();
    if !told.is_empty() {
        let text = short(&format!("{} {}", super::reach::TOLD, words::shorten(&told)));
        node.lines.push(Line::new(LineRole::Reach, text));
    }
    for flag in &launch.flags {
        let what = row.and_then(|r| r.ext_flags.get(flag.name.as_str()));
        let text = what.map_or_else(|| flag.to_string(), |what| format!("{flag}: ? {what}"));
        let level = MarkLevel::Note;
        node.lines.push(Line::new(LineRole::Plain, short(&text)));
        node.marks.push(Mark::new(level, text, None));
    }
    words::add_marks(&mut node, &launch.marks);
    words::add_marks(&mut node, words::archived(row).as_slice());
    node
}
