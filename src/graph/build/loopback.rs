//! Loopback addresses: an entry that starts a port is the node that other entries reach there.

use super::Builder;
use crate::graph::{Line, LineRole, Node};
use crate::inventory::{Endpoint, EndpointPlace, Scheme};

/// A node that opens a port, or that stands for one whose process is not known.
pub(super) struct Port {
    /// Boundary in which the address stands.
    frame: String,
    number: u16,
    node: String,
}

/// The ports of all machines.
#[derive(Default)]
pub(super) struct Ports {
    started: Vec<Port>,
    asked: Vec<Port>,
}

impl Builder {
    /// Remembers that a node opens a port.
    pub(super) fn starts_port(&mut self, frame: &str, port: Option<u16>, node: &str) {
        if let Some(port) = port {
            let (frame, node) = (frame.to_owned(), node.to_owned());
            self.ports.started.push(Port {
                frame,
                number: port,
                node,
            });
        }
    }

    /// Remembers that a node stands for whatever listens at a loopback address.
    pub(super) fn asks_port(&mut self, frame: &str, endpoint: &Endpoint, node: &str) {
        let here = matches!(
            endpoint.place,
            EndpointPlace::Loopback | EndpointPlace::ContainerHost
        );
        let port = port_of(endpoint).filter(|_| here);
        if let Some(port) = port {
            let (frame, node) = (frame.to_owned(), node.to_owned());
            self.ports.asked.push(Port {
                frame,
                number: port,
                node,
            });
        }
    }

    /// Lets what is asked at a port be the node that starts it, where exactly one does.
    pub(super) fn join_loopback(&mut self) {
        let ports = std::mem::take(&mut self.ports);
        for asked in &ports.asked {
            let mut starters: Vec<&str> = ports
                .started
                .iter()
                .filter(|p| p.frame == asked.frame && p.number == asked.number)
                .map(|p| p.node.as_str())
                .collect();
            starters.dedup();
            let ([starter], Some(old)) = (starters.as_slice(), self.arch.node(&asked.node)) else {
                continue;
            };
            let line = Line::new(LineRole::Plain, format!("reached at {}", old.label));
            self.arch.replace_node(&asked.node, starter);
            let known = |node: &Node| node.lines.contains(&line);
            if let Some(node) = self.arch.node_mut(starter).filter(|n| !known(n)) {
                node.lines.push(line);
            }
        }
    }
}

/// Returns the port of an endpoint, written or usual.
pub(super) fn port_of(endpoint: &Endpoint) -> Option<u16> {
    endpoint.port.or(match endpoint.scheme {
        Scheme::Http | Scheme::Ws => Some(80),
        Scheme::Https | Scheme::Wss => Some(443),
        _ => None,
    })
}
