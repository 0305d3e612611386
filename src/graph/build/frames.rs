//! The trust boundaries, made when first needed: machines, OS users, isolations, networks, providers.

use std::collections::BTreeMap;

use super::Builder;
use super::ids::slug;
use crate::catalog;
use crate::graph::{Boundary, BoundaryKind, Evidence, Line, LineRole, Node, NodeKind};
use crate::inventory::launch::{Isolation, Network, Runtime};
use crate::inventory::{Endpoint, EndpointPlace, Host, PlacementFact, RunsOn};

/// The sentence under every OS user frame (design: what a plain process can do).
pub(super) const OS_USER_FOOTER: &str = "every process here can read and write all this user's files, settings and stored tokens, and reach any network host";

/// Frames that already exist, by what they stand for.
#[derive(Default)]
pub(super) struct Frames {
    by_key: BTreeMap<String, String>,
    /// Name of the local machine.
    pub(super) local_label: String,
    /// How the local machine is known.
    pub(super) local_evidence: Option<Evidence>,
}

/// Where the processes of a host run: the machine's frame and the frame of its OS user.
#[derive(Clone)]
pub(super) struct Ground {
    /// Boundary of the machine, deployment or cloud.
    pub(super) machine: String,
    /// Boundary of the OS user in it.
    pub(super) user: String,
}

impl Builder {
    /// Decides what the local machine is called, over all hosts.
    pub(super) fn lay_ground(&mut self, hosts: &[Host]) {
        let local = || {
            hosts.iter().filter(|h| {
                matches!(
                    h.placement.on,
                    RunsOn::ThisMachine | RunsOn::AnyMachineOfRepository | RunsOn::Unknown
                )
            })
        };
        let any = local().next().is_some()
            && local().all(|h| h.placement.on == RunsOn::AnyMachineOfRepository);
        if any {
            self.frames.local_label = "Any machine that opens this repository".into();
            self.frames.local_evidence = Some(Evidence::Declared);
        } else {
            self.frames.local_label = "This machine".into();
        }
    }

    fn frame(&mut self, key: &str, make: impl FnOnce(&mut Self, String) -> Boundary) -> String {
        if let Some(id) = self.frames.by_key.get(key) {
            return id.clone();
        }
        let id = self.ids.make(&[key]);
        let boundary = make(self, id.clone());
        self.frames.by_key.insert(key.to_owned(), id.clone());
        self.arch.boundaries.push(boundary);
        id
    }

    /// Returns the machine and OS user of a placement.
    pub(super) fn ground(&mut self, placement: &PlacementFact) -> Ground {
        match &placement.on {
            RunsOn::ThisMachine | RunsOn::AnyMachineOfRepository | RunsOn::Unknown => {
                self.local_ground()
            }
            RunsOn::DevContainer => {
                let machine = self.local_ground().machine;
                let evidence = placement.evidence;
                let container = self.frame("isolation-dev-container", |_, id| {
                    let mut frame = Boundary::new(
                        id,
                        BoundaryKind::Isolation,
                        "Dev container",
                        Some(&machine),
                        evidence,
                    );
                    frame
                        .lines
                        .push(Line::new(LineRole::Plain, "network: open (default)"));
                    frame.lines.push(Line::new(
                        LineRole::Reach,
                        "the workspace folder is mounted rw (default)",
                    ));
                    frame
                });
                Ground {
                    user: container,
                    machine,
                }
            }
            RunsOn::OtherMachine(name) => {
                let label = if name.is_empty() {
                    "Another machine".to_owned()
                } else {
                    format!("Another machine · {name}")
                };
                self.foreign_ground(&label, placement.evidence, "OS user on that machine")
            }
            RunsOn::VendorCloud(vendor) => self.foreign_ground(
                &format!("Vendor cloud · {vendor}"),
                placement.evidence,
                "Cloud session",
            ),
            RunsOn::Deployment => self.foreign_ground(
                "Server deployment",
                placement.evidence,
                "Service account of the deployment",
            ),
        }
    }

    /// Returns the local machine and its OS user.
    pub(super) fn local_ground(&mut self) -> Ground {
        let label = self.frames.local_label.clone();
        let evidence = self.frames.local_evidence.unwrap_or(Evidence::Assumed);
        let machine = self.frame("machine-local", |_, id| {
            Boundary::new(id, BoundaryKind::Machine, label, None, evidence)
        });
        let user = self.os_user(&machine, "os-user-local", "OS user");
        Ground { machine, user }
    }

    fn foreign_ground(&mut self, label: &str, evidence: Evidence, user_label: &str) -> Ground {
        let key = slug(&["machine", label]);
        let machine = self.frame(&key, |_, id| {
            Boundary::new(id, BoundaryKind::Machine, label, None, evidence)
        });
        let user = self.os_user(&machine, &slug(&["os-user", label]), user_label);
        Ground { machine, user }
    }

    fn os_user(&mut self, machine: &str, key: &str, label: &str) -> String {
        self.frame(key, |_, id| {
            let mut frame = Boundary::new(
                id,
                BoundaryKind::OsUser,
                label,
                Some(machine),
                Evidence::Assumed,
            );
            frame.footer = Some(OS_USER_FOOTER.into());
            frame
        })
    }

    /// Returns the boundary that encloses the program of a launch: its innermost isolation, or the OS user.
    pub(super) fn inside(
        &mut self,
        ground: &Ground,
        owner: &str,
        isolations: &[Isolation],
    ) -> String {
        let mut parent = ground.user.clone();
        let mut machine = ground.machine.clone();
        for (depth, isolation) in isolations.iter().enumerate() {
            let outside = if depth == 0 {
                machine.clone()
            } else {
                parent.clone()
            };
            parent = self.isolation(&outside, &ground.user, owner, depth, isolation);
            if isolation.runtime == Runtime::Ssh {
                machine.clone_from(&parent);
            }
        }
        parent
    }

    fn isolation(
        &mut self,
        outside: &str,
        user: &str,
        owner: &str,
        depth: usize,
        isolation: &Isolation,
    ) -> String {
        let depth = depth.to_string();
        // Containers are one each; a WSL distribution, another machine and another user are shared by all that enter them.
        let (kind, parent, key) = match isolation.runtime {
            Runtime::Wsl | Runtime::WindowsFromWsl | Runtime::Root => (
                BoundaryKind::Isolation,
                Some(outside),
                slug(&["isolation", outside, &isolation.title]),
            ),
            Runtime::Ssh | Runtime::Kubernetes => (
                BoundaryKind::Machine,
                None,
                slug(&["machine", &isolation.title]),
            ),
            Runtime::SandboxProgram => (
                BoundaryKind::Isolation,
                Some(user),
                slug(&["isolation", owner, &depth]),
            ),
            _ => (
                BoundaryKind::Isolation,
                Some(outside),
                slug(&["isolation", owner, &depth]),
            ),
        };
        self.frame(&key, |_, id| {
            let mut frame = Boundary::new(
                id,
                kind,
                isolation.title.as_str(),
                parent,
                Evidence::Declared,
            );
            let container = matches!(
                isolation.runtime,
                Runtime::Docker | Runtime::Podman | Runtime::OtherContainer
            );
            match &isolation.network {
                Network::OpenByDefault if container => frame
                    .lines
                    .push(Line::new(LineRole::Plain, "network: open (default)")),
                Network::OpenByDefault => {}
                Network::None => frame
                    .lines
                    .push(Line::new(LineRole::Plain, "network: none")),
                Network::Host => frame
                    .lines
                    .push(Line::new(LineRole::Warning, "network: host's own")),
                Network::Named(name) => frame
                    .lines
                    .push(Line::new(LineRole::Plain, format!("network: {name}"))),
            }
            if container && isolation.mounts.is_empty() {
                frame
                    .lines
                    .push(Line::new(LineRole::Reach, "no host files"));
            }
            for mount in &isolation.mounts {
                let access = if mount.read_only { "ro" } else { "rw" };
                let kind = if mount.volume { "volume " } else { "" };
                frame.lines.push(Line::new(
                    LineRole::Reach,
                    format!("{kind}{} → {} {access}", mount.from, mount.to),
                ));
            }
            frame.gaps.clone_from(&isolation.gaps);
            frame
        })
    }

    /// Returns the boundary that an endpoint stands in, seen from a host.
    pub(super) fn around(
        &mut self,
        ground: &Ground,
        endpoint: &Endpoint,
        evidence: Evidence,
    ) -> String {
        match &endpoint.place {
            EndpointPlace::Public { provider, tunnel } => {
                self.provider(provider, *tunnel, evidence)
            }
            EndpointPlace::Loopback | EndpointPlace::ContainerHost | EndpointPlace::LocalSocket => {
                ground.machine.clone()
            }
            EndpointPlace::Private => {
                let key = slug(&["private-network", &ground.machine]);
                let label = if ground.machine == "machine-local" {
                    "Private network".to_owned()
                } else {
                    format!("Private network of {}", self.label_of(&ground.machine))
                };
                self.frame(&key, |_, id| {
                    Boundary::new(id, BoundaryKind::PrivateNetwork, label, None, evidence)
                })
            }
            EndpointPlace::CloudMetadata => {
                let key = slug(&["private-network-metadata", &ground.machine]);
                self.frame(&key, |_, id| {
                    Boundary::new(
                        id,
                        BoundaryKind::PrivateNetwork,
                        "Cloud metadata address",
                        None,
                        evidence,
                    )
                })
            }
            EndpointPlace::Placeholder | EndpointPlace::Variable(_) | EndpointPlace::Unreadable => {
                self.frame("no-address-yet", |_, id| {
                    Boundary::new(
                        id,
                        BoundaryKind::Machine,
                        "placeholder: no address yet",
                        None,
                        Evidence::Assumed,
                    )
                })
            }
        }
    }

    fn label_of(&self, boundary: &str) -> String {
        self.arch
            .boundary(boundary)
            .map(|b| b.label.clone())
            .unwrap_or_default()
    }

    /// Returns the frame of a registrable domain.
    pub(super) fn provider(&mut self, domain: &str, tunnel: bool, evidence: Evidence) -> String {
        let key = slug(&["provider", domain]);
        let operator = catalog::operator_of(domain).map(|o| o.operator.clone());
        let id = self.frame(&key, |_, id| {
            let label = if tunnel {
                format!("public tunnel: somebody's machine · {domain}")
            } else {
                domain.to_owned()
            };
            let mut frame = Boundary::new(id, BoundaryKind::Provider, label, None, evidence);
            if let Some(operator) = operator {
                frame.lines.push(Line::new(
                    LineRole::Plain,
                    format!("operated by {operator} (catalogue)"),
                ));
            }
            frame
        });
        // A frame first known from the catalogue becomes declared once a file names an address in it.
        if let Some(frame) = self.arch.boundaries.iter_mut().find(|b| b.id == id) {
            frame.evidence = frame.evidence.min(evidence);
        }
        id
    }

    /// Returns the asset that stands for the OS user's home directory.
    pub(super) fn home(&mut self, ground: &Ground) -> String {
        let id = format!("asset-home-{}", ground.user);
        if self.arch.node(&id).is_none() {
            let mut node = Node::new(
                &id,
                NodeKind::Asset,
                "home directory",
                Some(&ground.user),
                Evidence::Assumed,
            );
            node.lines
                .push(Line::new(LineRole::Plain, "files, settings, stored tokens"));
            self.arch.add_node(node);
        }
        id
    }
}
