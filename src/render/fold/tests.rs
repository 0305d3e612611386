//! What is folded, and that nothing gets lost: on all samples at once, on fleets, and on random small setups.

mod said;
mod tables;

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::graph::{HOME, NodeKind, build};
use crate::inventory::testing::{docker, npm, project, reading, remote};
use crate::inventory::{Effect, Reading, Rule, Scope, SetBy, assemble};
use crate::layout::{Detail, LayoutOptions, invariants, layout};
use crate::render::samples::fleet;
use crate::source::{Input, load};

/// Reads every sample as one setup.
fn everything() -> Architecture {
    sample("")
}

/// Reads the samples below a folder as one setup.
fn sample(folder: &str) -> Architecture {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("samples")
        .join(folder);
    let loaded = load(&[Input::Path(samples)], &crate::dialect::known_file);
    build(&crate::run::read(loaded, None).inventory, &[]).0
}

fn draw(readings: Vec<Reading>) -> Architecture {
    build(&assemble(readings), &[]).0
}

/// Everything that an architecture says in words.
fn words(arch: &Architecture) -> String {
    let mut all: Vec<String> = arch.coverage.clone();
    for node in arch.nodes() {
        all.push(node.label.clone());
        all.extend(node.all_lines().into_iter().map(|l| l.text));
    }
    for frame in &arch.boundaries {
        all.push(frame.label.clone());
        all.extend(frame.lines.iter().map(|l| l.text.clone()));
        all.extend(frame.gaps.iter().cloned());
    }
    all.extend(arch.flows().iter().map(|f| f.text()));
    all.join("\n")
}

/// The alarms of an architecture, each once.
fn alarms(arch: &Architecture) -> BTreeSet<String> {
    use crate::graph::{LabelRole, LineRole};
    let mut all = BTreeSet::new();
    for node in arch.nodes() {
        all.extend(
            node.all_lines()
                .into_iter()
                .filter(|l| l.role == LineRole::Alarm)
                .map(|l| l.text),
        );
    }
    for frame in &arch.boundaries {
        all.extend(
            frame
                .lines
                .iter()
                .filter(|l| l.role == LineRole::Alarm)
                .map(|l| l.text.clone()),
        );
        all.extend(frame.gaps.iter().cloned());
    }
    for flow in arch.flows() {
        all.extend(
            flow.label
                .iter()
                .filter(|p| p.role == LabelRole::Alarm)
                .map(|p| p.text.clone()),
        );
    }
    all
}

/// How many configured servers the boxes of a fold stand for.
fn counted(arch: &Architecture) -> usize {
    let of = |label: &str| match label.strip_suffix(" MCP clients").map(str::parse) {
        Some(Ok(n)) => n,
        _ => usize::from(label != "no MCP client"),
    };
    let clients = arch.nodes().filter(|n| n.kind == NodeKind::Client);
    clients.map(|n| of(&n.label)).sum()
}

/// Asserts what holds for every fold.
fn check(before: &Architecture, level: Level) -> Architecture {
    let after = fold(before, level);
    let ids: BTreeSet<&str> = after.nodes().map(|n| n.id.as_str()).collect();
    for flow in after.flows() {
        assert!(
            ids.contains(flow.from.as_str()) && ids.contains(flow.to.as_str()),
            "{} hangs",
            flow.id
        );
    }
    for node in after.nodes() {
        let framed = node
            .boundary
            .as_deref()
            .is_none_or(|b| after.boundary(b).is_some());
        assert!(framed, "{} stands in no frame", node.id);
    }
    for record in &after.credentials {
        let known = record
            .holders
            .iter()
            .chain(&record.sent_to)
            .all(|id| ids.contains(id.as_str()));
        assert!(known, "{} is held by nobody", record.id);
    }
    said::keeps_what_is_reached(before, &after);
    let said = words(&after);
    for alarm in alarms(before) {
        assert!(said.contains(&alarm), "{level:?} lost the alarm {alarm}");
    }
    if level == Level::Servers {
        let all = words(before);
        for name in before.credentials.iter().map(|c| c.name.as_str()) {
            assert!(!all.contains(name) || said.contains(name), "lost {name}");
        }
    }
    let off = |arch: &Architecture| arch.nodes().filter(|n| n.off.is_some()).count();
    assert!(
        off(before) == 0 || said.contains("off") || off(&after) > 0,
        "{level:?} lost what is off"
    );
    after
}

#[test]
fn an_overview_counts_every_server_of_all_samples() {
    let before = everything();
    let after = check(&before, Level::Overview);
    let clients = before
        .nodes()
        .filter(|n| n.kind == NodeKind::Client)
        .count();
    let hosts = |arch: &Architecture| {
        let of_kind = arch
            .boundaries
            .iter()
            .filter(|b| b.kind == BoundaryKind::Host);
        of_kind.map(|b| b.label.clone()).collect::<Vec<_>>()
    };
    assert_eq!(counted(&after), clients);
    assert_eq!(hosts(&after), hosts(&before));
    let said = format!(
        "folded, {clients} configured servers in {} hosts: ",
        hosts(&before).len()
    );
    assert!(
        after.coverage[0].starts_with(&said),
        "{}",
        after.coverage[0]
    );
}

#[test]
fn overviews_and_sign_ins_are_arranged_without_a_violation() {
    let samples = [
        "ten",
        "seed",
        "multi-host",
        "codex",
        "cursor",
        "agentgateway",
        "librechat",
        "registry",
    ];
    let mut all: Vec<Architecture> = samples.iter().map(|s| sample(s)).collect();
    all.extend([fleet(2, 60), fleet(6, 24)]);
    for arch in all {
        let full = arch.clone().with_sign_in();
        let mut shapes = vec![(fold(&arch, Level::Overview), Detail::Overview)];
        if full.nodes().count() < 60 {
            shapes.push((full, Detail::Full));
        }
        for (drawn, detail) in shapes {
            let options = LayoutOptions {
                detail,
                ..LayoutOptions::default()
            };
            let found = invariants::check(&drawn, &layout(&drawn, &options));
            assert!(
                found.is_empty(),
                "{detail:?} of {}: {found:#?}",
                drawn.title
            );
        }
    }
}

#[test]
fn many_domains_share_a_frame_that_names_them() {
    let before = fleet(2, 60);
    let after = check(&before, Level::Overview);
    let domains = after
        .boundaries
        .iter()
        .filter(|b| b.kind == BoundaryKind::Provider);
    let titles: Vec<&str> = domains.map(|b| b.label.as_str()).collect();
    assert_eq!(
        titles,
        ["10 domains, each separate", "10 domains, each separate"]
    );
    let said = words(&after);
    assert!(
        (0..60)
            .filter(|n| n % 3 == 2)
            .all(|n| said.contains(&format!("service{n}.example")))
    );
}

#[test]
fn a_few_domains_keep_their_frames() {
    let after = check(&fleet(2, 20), Level::Overview);
    let domains = after
        .boundaries
        .iter()
        .filter(|b| b.kind == BoundaryKind::Provider);
    assert_eq!(domains.count(), 6);
}

#[test]
fn the_last_fold_keeps_one_box_for_all_hosts() {
    let after = check(&fleet(20, 200), Level::All);
    assert_eq!(counted(&after), 200);
    let clients = after.nodes().filter(|n| n.kind == NodeKind::Client).count();
    assert_eq!(clients, 1);
}

fn files() -> impl Strategy<Value = Vec<Reading>> {
    let server = (0..6_u8, 0..9_u8).prop_map(|(kind, n)| {
        let name = format!("server-{n}");
        match kind {
            0 => npm(&name, "@modelcontextprotocol/server-slack").env("SLACK_BOT_TOKEN"),
            1 => docker(&name, "mcp/memory", |_| {}),
            2 => remote(&name, &format!("http://mcp.tracker{n}.example/mcp")),
            3 => remote(&name, &format!("https://mcp.tracker{n}.example/mcp"))
                .oauth(Some("https://login.example.com")),
            4 => npm(&name, "p").approved(Rule::AutoAll, SetBy::User),
            _ => npm(&name, "p").off(),
        }
    });
    let servers = prop::collection::vec(server, 0..16);
    (servers.clone(), servers).prop_map(|(first, second)| {
        let codex = reading("codex", "Codex", ".codex/config.toml", Scope::Project).rule(
            Effect::Allow,
            Some("server-1"),
            None,
            SetBy::User,
        );
        vec![project().with(first), codex.with(second)]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_fold_loses_a_server_or_an_alarm(files in files()) {
        let before = draw(files);
        let clients = before.nodes().filter(|n| n.kind == NodeKind::Client).count();
        for level in Level::ALL {
            let after = check(&before, level);
            prop_assert_eq!(counted(&after), clients, "{:?}", level);
        }
        let said = words(&fold(&before, Level::Servers));
        for node in before.nodes() {
            prop_assert!(said.contains(&node.label));
        }
    }
}
