//! Isolations around started processes, and what their surroundings look like from inside.

use super::Builder;
use super::frames::{Ground, limit};
use super::reach;
use super::words::short;
use crate::distinct;
use crate::graph::{Boundary, BoundaryKind, Evidence, Line, LineRole};
use crate::inventory::HostSandbox;
use crate::inventory::launch::{Isolation, Mount, Network, Runtime};

/// Where a process stands, and what the addresses and paths in its configuration mean there.
#[derive(Clone)]
pub(super) struct Stand {
    /// Innermost boundary around the process.
    pub(super) boundary: String,
    /// Boundary in which its loopback addresses stand.
    pub(super) loopback: String,
    /// The machine that it runs on.
    pub(super) machine: String,
    /// The OS user whose rights it has, or that started it.
    pub(super) user: String,
    /// The container network that it joins.
    pub(super) network: Option<String>,
    /// It has a network of its own: only published ports can be reached from outside.
    pub(super) own_network: bool,
    /// Paths in its arguments are paths of the machine.
    pub(super) sees_files: bool,
    /// The container that its host runs in.
    pub(super) container: Option<Isolation>,
}

/// On a container that no file which was read describes.
pub(super) const HOLES_NOT_KNOWN: &str = "? host files and network not known:";

impl Ground {
    /// Returns the place of a plain process.
    pub(super) fn stand(&self) -> Stand {
        Stand {
            boundary: self.user.clone(),
            loopback: self.loopback.clone(),
            machine: self.machine.clone(),
            user: self.user.clone(),
            network: None,
            own_network: false,
            sees_files: self.sees_files,
            container: self.container.clone(),
        }
    }
}

impl Stand {
    /// Returns the place of a process of which nothing is known but its frame.
    fn alone(frame: &str) -> Self {
        Self {
            boundary: frame.to_owned(),
            loopback: frame.to_owned(),
            machine: frame.to_owned(),
            user: frame.to_owned(),
            network: None,
            own_network: false,
            sees_files: false,
            container: None,
        }
    }
}

impl Builder {
    /// Returns where the program of a launch stands: in its innermost isolation, or with the OS user.
    pub(super) fn inside(
        &mut self,
        ground: &Ground,
        owner: &str,
        isolations: &[Isolation],
    ) -> Stand {
        let mut stand = ground.stand();
        // What a container or another user stands in: the machine, the distribution or the outer container.
        let mut around = ground.machine.clone();
        for (depth, isolation) in isolations.iter().enumerate() {
            let depth = depth.to_string();
            let title = isolation.title.as_str();
            match isolation.runtime {
                Runtime::Ssh | Runtime::Kubernetes => {
                    // Two entries that go to an unnamed machine need not go to the same one.
                    let name = if title.contains(" · ") { title } else { owner };
                    let there = self.frame(&["machine", "remote", name], |id| {
                        Boundary::new(id, BoundaryKind::Machine, title, None, Evidence::Declared)
                    });
                    self.describe(&there, isolation);
                    stand = Stand::alone(&there);
                    around = there;
                }
                Runtime::SandboxProgram => {
                    let parent = stand.boundary.clone();
                    let parts = ["isolation", owner, depth.as_str()];
                    stand.boundary = self.isolation(&parts, &parent, isolation);
                }
                Runtime::Root => {
                    let parts = ["account", around.as_str(), title];
                    stand.boundary = self.isolation(&parts, &around.clone(), isolation);
                }
                Runtime::Wsl | Runtime::WindowsFromWsl => {
                    let parts = ["isolation", around.as_str(), title];
                    around = self.isolation(&parts, &around.clone(), isolation);
                    stand.boundary.clone_from(&around);
                    stand.loopback.clone_from(&around);
                    stand.sees_files = false;
                }
                _ => {
                    let parts = ["isolation", owner, depth.as_str()];
                    around = self.isolation(&parts, &around.clone(), isolation);
                    stand.boundary.clone_from(&around);
                    stand.sees_files = false;
                    if isolation.network != Network::Host {
                        stand.own_network = true;
                        stand.loopback.clone_from(&around);
                    }
                    if let Network::Named(name) = &isolation.network {
                        stand.network = Some(name.to_string());
                    }
                }
            }
        }
        stand
    }

    fn isolation(&mut self, parts: &[&str], parent: &str, isolation: &Isolation) -> String {
        let id = self.frame(parts, |id| {
            let kind = match isolation.runtime {
                Runtime::Root => BoundaryKind::Account,
                _ => BoundaryKind::Isolation,
            };
            let title = isolation.title.as_str();
            Boundary::new(id, kind, title, Some(parent), Evidence::Declared)
        });
        self.describe(&id, isolation);
        id
    }

    /// Writes on a frame what it lets through: defaults too, not only flags.
    fn describe(&mut self, frame: &str, isolation: &Isolation) {
        self.describe_as(frame, isolation, true);
    }

    /// Writes what a frame lets through; `files`: whether it is worth saying that no folder of the machine is mounted.
    pub(super) fn describe_as(&mut self, frame: &str, isolation: &Isolation, files: bool) {
        let Some(frame) = self.arch.boundaries.of_id_mut(frame) else {
            return;
        };
        let mut lines = Vec::new();
        let container = matches!(
            isolation.runtime,
            Runtime::Docker | Runtime::Podman | Runtime::OtherContainer
        );
        if let Some(why) = isolation.not_read {
            let text = format!("{HOLES_NOT_KNOWN} {why}");
            lines.push(Line::new(LineRole::Reach, text));
        }
        let known = isolation.not_read.is_none();
        match &isolation.network {
            Network::OpenByDefault if container && known => {
                lines.push(Line::new(LineRole::Plain, "network: open (default)"));
            }
            // Of the host's own network a gap of the border tells.
            Network::OpenByDefault | Network::Host => {}
            Network::None => lines.push(Line::new(LineRole::Plain, "network: none")),
            Network::Named(name) => {
                let text = short(&format!("network: {name}"));
                lines.push(Line::new(LineRole::Plain, text));
            }
        }
        if container && files && known && isolation.mounts.iter().all(|m| m.volume) {
            lines.push(Line::new(LineRole::Reach, "no host files"));
        }
        // The gap of the border says more of a socket than its path does.
        let socket = |m: &&Mount| !m.volume && reach::is_docker_socket(&m.from);
        for mount in isolation.mounts.iter().filter(|m| !socket(m)) {
            let access = if mount.read_only { "ro" } else { "rw" };
            let from = if mount.volume { "volume" } else { &mount.from };
            let text = short(&format!("{} {access} ← {from}", mount.to));
            lines.push(Line::new(LineRole::Reach, text));
        }
        frame.lines.extend(lines);
        distinct::by(&mut frame.lines, |line| (line.role, line.text.clone()));
        distinct::extend(&mut frame.gaps, isolation.gaps.iter().cloned());
    }

    /// Returns the frame of a sandbox that the host makes; it stands inside the OS user.
    pub(super) fn host_sandbox(
        &mut self,
        owner: &str,
        title: &str,
        user: &str,
        sandbox: &HostSandbox,
    ) -> String {
        let id = self.ids.make(&["isolation", owner, "sandbox"]);
        let kind = BoundaryKind::Isolation;
        let mut frame = Boundary::new(&id, kind, title, Some(user), Evidence::Declared);
        frame.source.clone_from(&sandbox.source);
        frame.lines.extend(sandbox.limits.iter().map(|l| limit(l)));
        if sandbox.limits.is_empty() {
            let line = "its limits are not in the file";
            frame.lines.push(Line::new(LineRole::Plain, line));
        }
        self.arch.boundaries.push(frame);
        id
    }
}
