//! Containers, WSL, ssh, sudo and sandboxes: where they stand, what they let through.

use super::{Asked, draw, frame_lines, lines, project_of};
use crate::graph::{BoundaryKind, Evidence, LabelRole, NodeKind};
use crate::inventory::launch::{
    Ecosystem, Isolation, Location, Network, Pin, Program, ReachKind, Runtime,
};
use crate::inventory::testing::{
    docker, isolation, mount, npm, port, project, reading, safe, script, started,
};
use crate::inventory::{HostSandbox, Scope, ServerEntry};

const MACHINE: &str = "Any machine that opens this repository";

fn through(isolations: Vec<Isolation>) -> ServerEntry {
    started("it", script("python", "server.py")).launching(|l| l.isolations = isolations)
}

fn wsl() -> Isolation {
    let mut wsl = isolation(Runtime::Wsl, "WSL · Ubuntu", "wsl");
    wsl.gaps.push("/mnt/c shared".into());
    wsl
}

#[test]
fn a_container_stands_in_the_machine_outside_the_os_user_and_writes_its_defaults() {
    let arch = project_of([docker("fetch", "mcp/fetch", |_| {})]);
    let server = arch.behind("fetch");
    assert_eq!(
        arch.around(server),
        format!("Container (docker) · mcp/fetch < {MACHINE}")
    );
    let frame = arch.frame("Container (docker) · mcp/fetch");
    assert_eq!(
        frame_lines(frame),
        ["network: open (default)", "no host files"]
    );
    assert!(frame.footer.is_none() && frame.gaps.is_empty());
    assert_eq!(
        arch.says_from(arch.client("fetch")),
        ["stdin / stdout via docker > mcp/fetch"]
    );
    assert_eq!(lines(server)[0], "image · no tag");
}

#[test]
fn flags_of_a_container_are_written_and_a_named_volume_is_no_host_file() {
    let arch = project_of([docker("build", "b", |c| {
        c.network = Network::None;
        c.mounts = vec![mount("./", "/src", true), mount("~/out", "/out", false)];
    })]);
    assert_eq!(
        frame_lines(arch.frame("Container (docker) · b")),
        ["network: none", "/src ro ← ./", "/out rw ← ~/out"]
    );
    let arch = project_of([docker("memory", "m", |c| {
        let mut volume = mount("memory", "/data", false);
        volume.volume = true;
        c.mounts.push(volume);
        c.network = Network::Named(safe("shop"));
    })]);
    assert_eq!(
        frame_lines(arch.frame("Container (docker) · m")),
        ["network: shop", "no host files", "/data rw ← volume"]
    );
}

#[test]
fn where_it_does_not_isolate_its_border_has_a_gap() {
    let arch = project_of([docker("root", "r", |c| {
        c.network = Network::Host;
        c.mounts = vec![mount("/var/run/docker.sock", "/var/run/docker.sock", false)];
        c.gaps = vec![
            "host network".into(),
            "docker socket".into(),
            "home mounted".into(),
        ];
    })]);
    let frame = arch.frame("Container (docker) · r");
    assert_eq!(
        frame.gaps,
        ["host network", "docker socket", "home mounted"]
    );
    // A gap is said once.
    assert!(frame_lines(frame).is_empty());
    assert_eq!(
        arch.says_from(arch.behind("root")),
        [
            "can start any container as root > docker socket",
            "home mounted > home directory",
        ]
    );
    let socket = arch.the(NodeKind::Asset, "docker socket");
    assert_eq!(arch.around(socket), MACHINE);
    assert!(
        arch.flows_from(&arch.behind("root").id)
            .iter()
            .all(|f| f.alarms())
    );
}

#[test]
fn two_containers_of_one_image_are_two_isolations() {
    let arch = project_of([
        docker("a", "mcp/fetch", |_| {}),
        docker("b", "mcp/fetch", |_| {}),
    ]);
    let frames = arch
        .boundaries
        .iter()
        .filter(|b| b.kind == BoundaryKind::Isolation);
    assert_eq!(frames.count(), 2);
}

#[test]
fn a_wsl_distribution_is_one_place_for_all_that_enter_it() {
    let codex = reading("codex", "Codex", ".codex/config.toml", Scope::Project);
    let arch = draw([
        project().with([through(vec![wsl()])]),
        codex.with([through(vec![wsl()])]),
    ]);
    let frames: Vec<_> = arch
        .boundaries
        .iter()
        .filter(|b| b.kind == BoundaryKind::Isolation)
        .collect();
    assert_eq!(frames.len(), 1);
    assert_eq!(frames[0].gaps, ["/mnt/c shared"]);
    assert_eq!(
        arch.around(arch.behind("it")),
        format!("WSL · Ubuntu < {MACHINE}")
    );
}

#[test]
fn a_container_that_is_started_in_wsl_stands_in_it() {
    let container = isolation(Runtime::Docker, "Container (docker) · x", "docker");
    let arch = project_of([through(vec![wsl(), container])]);
    assert_eq!(
        arch.around(arch.behind("it")),
        format!("Container (docker) · x < WSL · Ubuntu < {MACHINE}")
    );
    assert_eq!(
        arch.says_from(arch.client("it")),
        ["stdin / stdout via wsl, docker > server.py"]
    );
}

#[test]
fn ssh_leads_to_another_machine_that_is_never_nested() {
    let ssh = || isolation(Runtime::Ssh, "ssh", "ssh");
    let arch = project_of([
        through(vec![ssh()]).but(|s| s.name = safe("one")),
        through(vec![ssh()]).but(|s| s.name = safe("two")),
        through(vec![isolation(Runtime::Ssh, "ssh · build", "ssh")])
            .but(|s| s.name = safe("three")),
        through(vec![isolation(Runtime::Ssh, "ssh · build", "ssh")]).but(|s| s.name = safe("four")),
    ]);
    let one = arch.behind("one");
    assert_eq!(arch.around(one), "ssh");
    // Nothing says that two unnamed machines are one.
    assert_ne!(one.boundary, arch.behind("two").boundary);
    assert_eq!(arch.behind("three").boundary, arch.behind("four").boundary);
    assert_eq!(
        arch.says_from(arch.client("one")),
        ["stdin / stdout via ssh > server.py"]
    );
}

#[test]
fn sudo_leads_to_a_boundary_root_and_a_container_behind_it_is_not_inside_root() {
    let root = || isolation(Runtime::Root, "root", "sudo");
    let arch = project_of([through(vec![root()])]);
    assert_eq!(arch.around(arch.behind("it")), format!("root < {MACHINE}"));
    let container = isolation(Runtime::Docker, "Container (docker) · x", "docker");
    let arch = project_of([through(vec![root(), container])]);
    assert_eq!(
        arch.around(arch.behind("it")),
        format!("Container (docker) · x < {MACHINE}")
    );
}

#[test]
fn a_sandbox_program_stands_inside_the_os_user() {
    let arch = project_of([through(vec![isolation(
        Runtime::SandboxProgram,
        "bwrap",
        "bwrap",
    )])]);
    assert_eq!(
        arch.around(arch.behind("it")),
        format!("bwrap < OS user < {MACHINE}")
    );
}

#[test]
fn a_sandbox_of_the_host_encloses_its_server_inside_the_os_user_and_says_its_limits() {
    let sandbox = |limits: &[&str]| HostSandbox {
        title: "VS Code sandbox (macOS, Linux)".into(),
        limits: limits.iter().map(|l| safe(l)).collect(),
        source: None,
    };
    let boxed = npm("boxed", "a").but(|s| s.sandbox = Some(sandbox(&["network: 2 domains"])));
    let arch = project_of([boxed, npm("free", "a")]);
    assert_eq!(
        arch.around(arch.behind("boxed")),
        format!("VS Code sandbox (macOS, Linux) < OS user < {MACHINE}")
    );
    let frame = arch.frame("VS Code sandbox (macOS, Linux)");
    assert_eq!(frame_lines(frame), ["network: 2 domains"]);
    assert_eq!(
        arch.around(arch.behind("free")),
        format!("OS user < {MACHINE}")
    );
    // What is said of every process in the user's frame holds for none in the sandbox.
    let footer = |arch: &crate::graph::Architecture| arch.frame("OS user").footer.clone().unwrap();
    let home = |arch: &crate::graph::Architecture| {
        let home = arch.the(NodeKind::Asset, "home directory");
        lines(home)[1].to_owned()
    };
    assert!(footer(&arch).starts_with("every process here outside of a sandbox can read"));
    assert_eq!(home(&arch), "open to processes outside of a sandbox");
    let free = project_of([npm("free", "a")]);
    assert!(footer(&free).starts_with("every process here can read"));
    assert_eq!(home(&free), "open to every process in this frame");
    // Around `docker run` it would enclose the docker client alone.
    let arch = project_of([docker("d", "x", |_| {}).but(|s| s.sandbox = Some(sandbox(&[])))]);
    assert_eq!(
        arch.around(arch.behind("d")),
        format!("Container (docker) · x < {MACHINE}")
    );
}

#[test]
fn told_to_use_is_no_limit() {
    let arch = project_of([npm("files", "files-mcp")
        .told("~/src", ReachKind::Path)
        .told("./test.db", ReachKind::DatabaseFile)]);
    let server = arch.behind("files");
    assert_eq!(arch.around(server), format!("OS user < {MACHINE}"));
    assert_eq!(
        lines(server),
        [
            "npm · unpinned",
            "your full rights",
            "told to use ~/src, ./test.db"
        ]
    );
    assert_eq!(
        arch.says_from(server),
        ["told to use > ~/src", "told to use > ./test.db"]
    );
}

#[test]
fn folders_that_share_letters_are_two_assets() {
    let arch = project_of([
        npm("a", "a").told("~/src", ReachKind::Path),
        npm("b", "a").told("./src", ReachKind::Path),
        npm("c", "a").told("~/src", ReachKind::Path),
    ]);
    assert_eq!(
        arch.labels(NodeKind::Asset),
        ["home directory", "~/src", "./src"]
    );
}

#[test]
fn a_path_given_to_a_contained_program_is_no_path_of_the_machine() {
    let arch =
        project_of([docker("files", "mcp/filesystem", |_| {}).told("/projects", ReachKind::Path)]);
    assert_eq!(arch.labels(NodeKind::Asset), ["home directory"]);
    assert!(lines(arch.behind("files")).contains(&"told to use /projects"));
}

#[test]
fn a_published_port_or_a_listener_on_all_interfaces_is_an_inbound_alarm() {
    let published = docker("web", "x", |c| c.published.push(port(8080, true)));
    let bound = started("api", script("python", "uvicorn"))
        .launching(|l| l.listener = Some(port(8000, true)));
    let local = npm("near", "a").launching(|l| l.listener = Some(port(3000, false)));
    let arch = project_of([published, bound, local]);
    let inbound = |name: &str| {
        let flow = arch
            .flow_to(crate::graph::FlowKind::Inbound, arch.behind(name))
            .unwrap();
        assert_eq!(flow.label[0].role, LabelRole::Alarm);
        format!("{}: {}", arch.node(&flow.from).unwrap().label, flow.text())
    };
    // A reviewer has to know that no approval stops who comes in here.
    let past = "past the gate · sign-in not known";
    assert_eq!(
        inbound("web"),
        format!("local network: port 8080 on all interfaces · {past}")
    );
    assert_eq!(
        inbound("api"),
        format!("local network: port 8000 on all interfaces · {past}")
    );
    assert_eq!(
        inbound("near"),
        format!("any local process, web pages: port 3000 on loopback · {past}")
    );
    assert!(lines(arch.behind("api")).contains(&"listens on all interfaces"));
    assert_eq!(arch.labels(NodeKind::External).len(), 2);
}

#[test]
fn a_port_in_a_container_that_publishes_nothing_is_reached_by_nobody_outside() {
    let arch =
        project_of([docker("web", "x", |_| {}).launching(|l| l.listener = Some(port(8080, true)))]);
    assert!(arch.labels(NodeKind::External).is_empty());
    assert!(lines(arch.behind("web")).contains(&"listens on port 8080 in the container"));
}

#[test]
fn an_address_that_is_not_written_is_a_guess() {
    let mut guessed = port(3000, false);
    guessed.address_written = false;
    let arch = project_of([npm("web", "a").launching(|l| l.listener = Some(guessed))]);
    let flow = arch
        .flow_to(crate::graph::FlowKind::Inbound, arch.behind("web"))
        .unwrap();
    assert!(
        flow.text()
            .starts_with("? port 3000, address not in the file · past the gate")
    );
    assert_eq!(flow.evidence, Evidence::Assumed);
}

#[test]
fn what_starts_stands_in_the_second_line() {
    let second = |program: Program| {
        let entry = started("it", script("node", "x.js")).launching(|l| l.program = program);
        let arch = project_of([entry]);
        lines(arch.behind("it"))[0].to_owned()
    };
    let package = |pin| Program::Package {
        ecosystem: Ecosystem::Pypi,
        name: safe("p"),
        pin,
    };
    assert_eq!(second(package(Pin::Unpinned)), "pypi · unpinned");
    assert_eq!(second(package(Pin::Version(safe("1.2.3")))), "pypi · 1.2.3");
    let image = |tag: Option<&str>, digest| Program::Image {
        name: safe("i"),
        tag: tag.map(safe),
        digest,
    };
    assert_eq!(second(image(Some("latest"), false)), "image · latest");
    assert_eq!(second(image(Some("1"), true)), "image · digest");
    let script = |location| Program::Script {
        runtime: safe("node"),
        name: safe("x.js"),
        location,
    };
    assert_eq!(
        second(script(Location::Repository)),
        "node script in repository"
    );
    assert_eq!(
        second(script(Location::Bundle)),
        "node script of the bundle"
    );
    let git = Program::Git {
        name: safe("github.com/x/y"),
        pinned: false,
    };
    assert_eq!(second(git), "git source · unpinned");
    let wrapper = Program::WrapperScript {
        name: safe("start.bat"),
    };
    assert_eq!(second(wrapper), "wrapper script");
    assert_eq!(second(Program::Unknown), "what starts is not visible");
}

#[test]
fn a_container_is_joined_to_the_folders_mounted_into_it() {
    let arch = project_of([docker("it", "x", |isolation| {
        isolation.mounts.push(mount("~/src", "/src", true));
        isolation.mounts.push(mount("./out", "/out", false));
        let mut volume = mount("cache", "/cache", false);
        volume.volume = true;
        isolation.mounts.push(volume);
    })]);
    assert_eq!(
        arch.says_from(arch.behind("it")),
        [
            "mounted, read-only > ~/src",
            "mounted, read and write > ./out"
        ]
    );
    // The folder stands where it is, on the user's side.
    let folder = arch.the(NodeKind::Asset, "~/src");
    assert!(arch.around(folder).starts_with("OS user"));
}
