//! The frames that addresses stand in: domains, private networks, loopback, no address yet.

use super::Builder;
use super::isolation::Stand;
use super::words::short;
use crate::catalog;
use crate::graph::{Boundary, BoundaryKind, Evidence, Line, LineRole};
use crate::inventory::{Endpoint, EndpointPlace};

impl Builder {
    /// Returns the boundary that an endpoint stands in, seen from a process.
    pub(super) fn around(
        &mut self,
        stand: &Stand,
        endpoint: &Endpoint,
        evidence: Evidence,
    ) -> String {
        match &endpoint.place {
            EndpointPlace::Public { provider, tunnel } => {
                self.provider(provider, *tunnel, evidence)
            }
            EndpointPlace::Loopback => stand.loopback.clone(),
            EndpointPlace::ContainerHost | EndpointPlace::LocalSocket => stand.machine.clone(),
            EndpointPlace::Private => self.private_network(stand, endpoint, evidence),
            EndpointPlace::CloudMetadata => self.network(
                &["private-network", "metadata", &stand.machine],
                evidence,
                || "Cloud metadata address".into(),
            ),
            EndpointPlace::Unreadable => self.frame(&["machine", "not-an-address"], |id| {
                let label = "not an address";
                Boundary::new(id, BoundaryKind::Machine, label, None, Evidence::Assumed)
            }),
            EndpointPlace::Placeholder | EndpointPlace::Variable(_) => {
                self.frame(&["machine", "no-address"], |id| {
                    let label = "placeholder: no address yet";
                    Boundary::new(id, BoundaryKind::Machine, label, None, Evidence::Assumed)
                })
            }
        }
    }

    /// Returns the private network that a process sees: its container network for bare names, else its machine's.
    fn private_network(
        &mut self,
        stand: &Stand,
        endpoint: &Endpoint,
        evidence: Evidence,
    ) -> String {
        let bare = !endpoint.host.contains(['.', ':']);
        if let Some(name) = stand.network.as_ref().filter(|_| bare) {
            let parts = ["private-network", "container", &stand.machine, name];
            return self.network(&parts, evidence, || {
                short(&format!("Container network · {name}"))
            });
        }
        let local = self.ids.known(&["machine", "local"]) == Some(stand.machine.as_str());
        let owner = self.label_of(&stand.machine);
        self.network(&["private-network", &stand.machine], evidence, || {
            if local {
                "Private network".into()
            } else {
                format!("Private network of {owner}")
            }
        })
    }

    fn network(
        &mut self,
        parts: &[&str],
        evidence: Evidence,
        label: impl FnOnce() -> String,
    ) -> String {
        let id = self.frame(parts, |id| {
            Boundary::new(id, BoundaryKind::PrivateNetwork, label(), None, evidence)
        });
        self.strengthen(&id, evidence);
        id
    }

    /// Returns the frame of a registrable domain.
    pub(super) fn provider(&mut self, domain: &str, tunnel: bool, evidence: Evidence) -> String {
        let id = self.frame(&["provider", domain], |id| {
            let label = if tunnel {
                format!("public tunnel: somebody's machine · {domain}")
            } else {
                domain.to_owned()
            };
            let mut frame = Boundary::new(id, BoundaryKind::Provider, label, None, evidence);
            if let Some(operator) = catalog::operator_of(domain).filter(|_| !tunnel) {
                let text = if operator.tenants && operator.domain == domain {
                    format!("? domain of {} and its tenants", operator.operator)
                } else if operator.tenants {
                    format!("? a tenant of {} (catalogue)", operator.operator)
                } else {
                    format!("? operated by {} (catalogue)", operator.operator)
                };
                frame.lines.push(Line::new(LineRole::Plain, text));
            }
            frame
        });
        self.strengthen(&id, evidence);
        id
    }

    /// A frame first known from the catalogue becomes declared once a file names an address in it.
    fn strengthen(&mut self, id: &str, evidence: Evidence) {
        if let Some(frame) = self.arch.boundaries.of_id_mut(id) {
            frame.evidence = frame.evidence.stronger(evidence);
        }
    }
}
