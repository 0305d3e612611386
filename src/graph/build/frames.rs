//! The frames that hosts stand in: machines, clouds, deployments and their OS users; made when first needed.

use std::collections::BTreeSet;

use super::Builder;
use super::words::short;
use crate::graph::{Boundary, BoundaryKind, Evidence, HOME, Line, LineRole, Node, NodeKind};
use crate::inventory::launch::Isolation;
use crate::inventory::{Host, HostSandbox, PlacementFact, RunsOn, Scope};

/// The sentence under every OS user frame (design: what a plain process can do).
pub(super) const OS_USER_FOOTER: &str = "every process here can read and write all this user's files, settings and stored tokens, and reach any network host";

/// The same where a sandbox inside of the frame holds some processes.
pub(super) const OS_USER_FOOTER_BUT: &str = "every process here outside of a sandbox can read and write all this user's files, settings and stored tokens, and reach any network host";

/// The sentence under the frame of an account that is not the user's on this machine.
const ACCOUNT_FOOTER: &str =
    "every process here has all rights of this account: files, settings, stored tokens, network";
const ACCOUNT_FOOTER_BUT: &str = "every process here outside of a sandbox has all rights of this account: files, settings, stored tokens, network";

/// On the home directory of an OS user.
const OPEN_TO_ALL: &str = "open to every process in this frame";
const OPEN_TO_MOST: &str = "open to processes outside of a sandbox";

/// What the local machine is called, over all hosts.
pub(super) struct Local {
    label: &'static str,
    evidence: Evidence,
    /// A repository's file stands beside a user's file.
    mixed: bool,
}

impl Local {
    /// Looks at the placements of all hosts.
    pub(super) fn of(hosts: &[Host]) -> Self {
        let here = hosts.iter().filter(|h| is_here(h)).count();
        let any = hosts.iter().filter(|h| is_anywhere(h)).count();
        let evidence = hosts
            .iter()
            .filter(|h| if here > 0 { is_here(h) } else { is_anywhere(h) })
            .map(|h| h.placement.evidence)
            .fold(Evidence::Assumed, Evidence::stronger);
        Self {
            label: if here == 0 && any > 0 {
                "Any machine that opens this repository"
            } else {
                "This machine"
            },
            evidence,
            mixed: here > 0 && any > 0,
        }
    }
}

/// Says whether a host runs on the user's own machine.
fn is_here(host: &Host) -> bool {
    match host.placement.on {
        RunsOn::ThisMachine => true,
        RunsOn::OwnSandbox { .. } => !is_anywhere(host),
        _ => false,
    }
}

/// Says whether a host runs on every machine that opens the repository.
fn is_anywhere(host: &Host) -> bool {
    match host.placement.on {
        RunsOn::AnyMachineOfRepository => true,
        RunsOn::OwnSandbox { .. } => host.scopes == [Scope::Project],
        _ => false,
    }
}

/// Where the processes of a host run: the machine's frame and the frame of its OS user.
#[derive(Clone)]
pub(super) struct Ground {
    /// Boundary of the machine, deployment or cloud.
    pub(super) machine: String,
    /// Boundary of the OS user in it.
    pub(super) user: String,
    /// Boundary in which loopback addresses stand.
    pub(super) loopback: String,
    /// Paths in arguments are paths of the machine.
    pub(super) sees_files: bool,
    /// The container that the host itself runs in, where its file describes it.
    pub(super) container: Option<Isolation>,
}

/// Makes the line of what a sandbox limits; the mark of reach is a folder.
pub(super) fn limit(text: &str) -> Line {
    let role = if text.starts_with("network") {
        LineRole::Plain
    } else {
        LineRole::Reach
    };
    Line::new(role, short(text))
}

impl Builder {
    /// Returns a frame that exists once, making it at first.
    pub(super) fn frame(
        &mut self,
        parts: &[&str],
        make: impl FnOnce(String) -> Boundary,
    ) -> String {
        let (id, new) = self.ids.once(parts);
        if new {
            self.arch.boundaries.push(make(id.clone()));
        }
        id
    }

    /// Returns the machine and OS user of a placement; places that no file names are one per `owner`.
    pub(super) fn ground(&mut self, placement: &PlacementFact, owner: &str) -> Ground {
        let evidence = placement.evidence;
        match &placement.on {
            RunsOn::ThisMachine | RunsOn::AnyMachineOfRepository => self.local_ground(),
            RunsOn::Unknown => self.foreign(
                "unknown",
                owner,
                "Machine not known",
                evidence,
                "account not known",
            ),
            RunsOn::DevContainer => self.dev_container(evidence),
            RunsOn::OwnSandbox { sandbox, container } => {
                self.own_sandbox(sandbox, *container, owner)
            }
            RunsOn::OtherMachine(name) if name.is_empty() => {
                let user = "OS user on that machine";
                self.foreign("other", owner, "Another machine", evidence, user)
            }
            RunsOn::OtherMachine(name) => {
                let label = format!("Another machine · {name}");
                self.foreign("other", name, &label, evidence, "OS user on that machine")
            }
            RunsOn::VendorCloud(vendor) => {
                let label = format!("Vendor cloud · {vendor}");
                self.foreign("cloud", owner, &label, evidence, "cloud session")
            }
            RunsOn::Deployment => {
                let user = "service account of the deployment";
                self.foreign("deployment", owner, "Server deployment", evidence, user)
            }
        }
    }

    /// Returns the local machine and its OS user.
    pub(super) fn local_ground(&mut self) -> Ground {
        let (label, evidence, mixed) = (self.local.label, self.local.evidence, self.local.mixed);
        let machine = self.frame(&["machine", "local"], |id| {
            let mut frame = Boundary::new(id, BoundaryKind::Machine, label, None, evidence);
            if mixed {
                let line = "repository files: any machine that opens it";
                frame.lines.push(Line::new(LineRole::Plain, line));
            }
            frame
        });
        let user = self.frame(&["os-user", "local"], |id| {
            let kind = BoundaryKind::OsUser;
            let parent = Some(machine.as_str());
            let mut frame = Boundary::new(id, kind, "OS user", parent, Evidence::Assumed);
            frame.footer = Some(OS_USER_FOOTER.into());
            frame
        });
        Ground {
            loopback: machine.clone(),
            machine,
            user,
            sees_files: true,
            container: None,
        }
    }

    fn dev_container(&mut self, evidence: Evidence) -> Ground {
        let machine = self.local_ground().machine;
        let container = self.frame(&["isolation", "dev-container"], |id| {
            let kind = BoundaryKind::Isolation;
            let mut frame = Boundary::new(id, kind, "Dev container", Some(&machine), evidence);
            let text = "workspace folder rw (default)";
            frame.lines.push(Line::new(LineRole::Reach, text));
            frame
        });
        Ground {
            machine,
            user: container.clone(),
            loopback: container,
            sees_files: false,
            container: None,
        }
    }

    /// Returns the isolation that a host makes around itself: a container stands outside of the OS user.
    fn own_sandbox(&mut self, sandbox: &HostSandbox, container: bool, owner: &str) -> Ground {
        let local = self.local_ground();
        let parent = if container {
            &local.machine
        } else {
            &local.user
        };
        let frame = self.frame(&["isolation", owner, "own"], |id| {
            let (kind, title) = (BoundaryKind::Isolation, sandbox.title.as_str());
            let mut frame = Boundary::new(id, kind, title, Some(parent), Evidence::Declared);
            frame.source.clone_from(&sandbox.source);
            let lines = sandbox.limits.iter();
            frame.lines = lines.map(|text| limit(text)).collect();
            frame
        });
        Ground {
            machine: local.machine.clone(),
            loopback: if container {
                frame.clone()
            } else {
                local.machine
            },
            user: frame,
            sees_files: !container,
            container: None,
        }
    }

    /// Returns a machine that is not the local one.
    fn foreign(
        &mut self,
        kind: &str,
        name: &str,
        label: &str,
        evidence: Evidence,
        user_label: &str,
    ) -> Ground {
        let machine = self.frame(&["machine", kind, name], |id| {
            Boundary::new(id, BoundaryKind::Machine, label, None, evidence)
        });
        let user = self.frame(&["account", kind, name], |id| {
            let kind = BoundaryKind::Account;
            let parent = Some(machine.as_str());
            let mut frame = Boundary::new(id, kind, user_label, parent, Evidence::Assumed);
            frame.footer = Some(ACCOUNT_FOOTER.into());
            frame
        });
        Ground {
            loopback: machine.clone(),
            machine,
            user,
            sees_files: true,
            container: None,
        }
    }

    /// Returns the asset that stands for the home directory of a frame's OS user.
    pub(super) fn home(&mut self, user: &str) -> String {
        let (id, new) = self
            .ids
            .once_as(&["asset", "home", user], &["asset", "home"]);
        if new {
            let kind = NodeKind::Asset;
            let mut node = Node::new(&id, kind, HOME, Some(user), Evidence::Assumed);
            let line = "files, settings, stored tokens";
            node.lines.push(Line::new(LineRole::Plain, line));
            node.lines.push(Line::new(LineRole::Plain, OPEN_TO_ALL));
            self.arch.add_node(node);
        }
        id
    }

    /// Takes what a sandbox holds out of the sentences about the frame that it stands in.
    pub(super) fn except_sandboxes(&mut self) {
        let fenced = |b: &&Boundary| b.kind == BoundaryKind::Isolation;
        let sandboxes = self.arch.boundaries.iter().filter(fenced);
        let around: BTreeSet<String> = sandboxes
            .flat_map(|b| self.arch.ancestry(b.parent.as_deref()))
            .map(str::to_owned)
            .collect();
        for frame in &mut self.arch.boundaries {
            if around.contains(&frame.id) {
                frame.footer = match frame.footer.take().as_deref() {
                    Some(OS_USER_FOOTER) => Some(OS_USER_FOOTER_BUT.to_owned()),
                    Some(ACCOUNT_FOOTER) => Some(ACCOUNT_FOOTER_BUT.to_owned()),
                    other => other.map(str::to_owned),
                };
            }
        }
        let homes: Vec<String> = (self.arch.nodes())
            .filter(|n| n.label == HOME && n.boundary.as_ref().is_some_and(|b| around.contains(b)))
            .map(|n| n.id.clone())
            .collect();
        for home in homes {
            let node = self.arch.node_mut(&home);
            let lines = node.into_iter().flat_map(|n| &mut n.lines);
            for line in lines.filter(|line| line.text == OPEN_TO_ALL) {
                OPEN_TO_MOST.clone_into(&mut line.text);
            }
        }
    }

    /// Says whether a node is a home directory.
    pub(super) fn is_home(&self, id: &str) -> bool {
        let user = self.arch.node(id).and_then(|n| n.boundary.as_deref());
        user.is_some_and(|user| self.ids.known(&["asset", "home", user]) == Some(id))
    }

    /// Returns the title of a boundary.
    pub(super) fn label_of(&self, boundary: &str) -> String {
        self.arch
            .boundary(boundary)
            .map(|b| b.label.clone())
            .unwrap_or_default()
    }
}
