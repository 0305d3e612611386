//! Tests of the layout: pictures of hand-built and random architectures.

mod anchors;
mod export;
#[path = "../../../tests/support/fleet.rs"]
mod fleet;
mod random;
mod samples;
mod setup;
mod work;

use super::invariants::{self, Violation};
use super::{Detail, LayoutOptions, layout};
use crate::graph::Architecture;

fn violations(arch: &Architecture, detail: Detail) -> Vec<Violation> {
    let options = LayoutOptions {
        detail,
        ..LayoutOptions::default()
    };
    invariants::check(arch, &layout(arch, &options))
}

#[track_caller]
fn clean(arch: &Architecture) {
    let found = violations(arch, Detail::Full);
    assert!(found.is_empty(), "{}: {found:#?}", arch.title);
}

#[test]
fn the_picture_of_the_article_is_clean() {
    clean(&setup::seed());
}

#[test]
fn small_fleets_are_clean() {
    for (n, hosts) in [(1, 1), (2, 1), (3, 1), (5, 1), (10, 1), (10, 2)] {
        clean(&setup::fleet(n, hosts));
    }
}

#[test]
fn the_wanted_aspect_and_width_shape_the_picture() {
    let arch = setup::fleet(10, 2);
    let placed = |aspect: f64, width: f64| {
        let options = LayoutOptions {
            aspect,
            width: Some(width),
            ..LayoutOptions::default()
        };
        let placement = layout(&arch, &options);
        assert!(invariants::check(&arch, &placement).is_empty());
        (placement.width, placement.height)
    };
    let (tall, wide) = (placed(0.6, 900.0), placed(1.9, 900.0));
    assert!(wide.0 / wide.1 > 1.2 * tall.0 / tall.1, "{tall:?} {wide:?}");
    let (narrow, broad) = (placed(1.5, 700.0), placed(1.5, 2400.0));
    assert!(narrow.0 < broad.0, "{narrow:?} {broad:?}");
}

/// A chain inside one frame reads along its calls, whatever the names of its members are.
#[test]
fn a_chain_of_gateways_stands_in_the_order_of_its_calls() {
    use crate::graph::{BoundaryKind, FlowKind, NodeKind};
    let mut s = setup::Setup::new("chain");
    s.machine("pc", "This machine");
    s.host("app", "AI application", "pc-user");
    s.client("app", "app-tools", "tools", "HTTP");
    s.frame("net", BoundaryKind::PrivateNetwork, "Private network", None);
    let chain = ["net-z", "net-m", "net-q", "net-a"];
    for id in ["net-a", "net-m", "net-q", "net-z"] {
        s.node(
            id,
            NodeKind::Gateway,
            &format!("gateway {id}"),
            Some("net"),
            &[],
        );
    }
    s.node("net-end", NodeKind::Server, "issues", Some("net"), &[]);
    s.flow(FlowKind::Http, "app-tools", chain[0], &["HTTP"]);
    for pair in chain.windows(2) {
        s.flow(FlowKind::Http, pair[0], pair[1], &["HTTP"]);
    }
    s.flow(FlowKind::Http, chain[3], "net-end", &["HTTP"]);
    clean(&s.arch);
    let placed = super::place(&s.arch);
    let at = |id: &str| placed.nodes.iter().find(|n| n.id == id).unwrap().rect;
    let way: Vec<_> = (chain.iter().chain(&["net-end"]))
        .map(|id| at(id))
        .collect();
    for pair in way.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        assert!(b.x >= a.right() || b.y >= a.bottom(), "{way:?}");
    }
}

/// Bridges on one machine whose names put them in an order that crosses: the chains are drawn one below the other.
#[test]
fn chains_of_bridges_are_untangled() {
    use crate::graph::{BoundaryKind, FlowKind, NodeKind};
    let mut s = setup::Setup::new("chains");
    s.machine("pc", "This machine");
    s.host("app", "AI application", "pc-user");
    for n in 0..4 {
        let (client, bridge) = (format!("client-{n}"), format!("bridge-{n}"));
        s.client("app", &client, &format!("caller {n}"), "stdio");
        s.node(&bridge, NodeKind::Bridge, &bridge, Some("pc-user"), &[]);
        s.flow(FlowKind::Stdio, &client, &bridge, &["stdin / stdout"]);
    }
    for n in 0..4 {
        let (client, proxy, server) = (
            format!("publisher-{n}"),
            format!("proxy-{n}"),
            format!("server-{n}"),
        );
        let caller = format!("bridge-{}", [2, 0, 3, 1][n]);
        s.client("app", &client, &format!("publisher {n}"), "stdio");
        s.node(&proxy, NodeKind::Bridge, &proxy, Some("pc-user"), &[]);
        s.node(&server, NodeKind::Server, &server, Some("pc-user"), &[]);
        s.flow(FlowKind::Stdio, &client, &proxy, &["stdin / stdout"]);
        s.flow(FlowKind::Stdio, &proxy, &server, &["stdin / stdout"]);
        s.flow(FlowKind::Http, &caller, &proxy, &["HTTP"]);
    }
    clean(&s.arch);
    let placed = super::place(&s.arch);
    assert_eq!(super::figures::figures(&placed).crossings, 0);
    // the frame around a bridge does not hide it from its chain
    s.frame("box", BoundaryKind::Isolation, "Sandbox", Some("pc-user"));
    s.node("inner", NodeKind::Bridge, "inner", Some("box"), &[]);
    s.flow(FlowKind::Http, "server-0", "inner", &["HTTP"]);
    s.flow(FlowKind::Http, "inner", "server-1", &["HTTP"]);
    clean(&s.arch);
}

/// Clients of one provider stand together and level with their servers; the folder that nothing leads to stands where there is room.
#[test]
fn network_flows_are_straight_where_clients_of_several_providers_alternate() {
    use crate::graph::{FlowKind, NodeKind};
    let mut s = setup::Setup::new("alternating");
    s.machine("pc", "This machine");
    s.host("app", "AI application", "pc-user");
    let home = Some("pc-user");
    s.node("home", NodeKind::Asset, "~", home, &["home directory"]);
    for n in 0..4 {
        s.stdio("app", "pc-user", &format!("local-{n}"), None);
    }
    for n in 0..6 {
        let domain = ["a.example", "b.example"][n % 2];
        s.remote("app", &format!("remote-{n}"), domain, false);
    }
    clean(&s.arch);
    let placed = super::place(&s.arch);
    let far = (placed.flows.iter()).filter(|f| f.kind == FlowKind::Http);
    let straight = far.clone().filter(|f| f.path.iter().all(|p| p.len() == 2));
    assert_eq!(straight.count(), far.count());
    let top = |id: &str| placed.nodes.iter().find(|n| n.id == id).unwrap().rect.y;
    assert!(top("home") < top("server-app-local-0"));
}

/// The same graphs as other engines were measured on: none of their boxes overlap here, and the lines cross less.
#[test]
fn the_anchor_graphs_cross_less_than_elsewhere() {
    for (name, arch, folded, crossings, area) in [
        ("3", anchors::three(), false, 0, 600_000.0),
        ("10", anchors::many(10, 1), false, 3, 1_200_000.0),
        ("40", anchors::many(40, 4), false, 118, 3_600_000.0),
        ("40 folded", anchors::many(40, 4), true, 40, 2_200_000.0),
        ("200 folded", anchors::many(200, 6), true, 305, 6_390_000.0),
    ] {
        let (figures, placement) = anchors::bare(&arch, folded);
        println!(
            "ANCHOR {name} {} {}x{}",
            figures.crossings, figures.width, figures.height
        );
        assert!(figures.crossings <= crossings, "{name}: {figures:?}");
        assert!(
            figures.width * figures.height <= area,
            "{name}: {figures:?}"
        );
        assert!(placement.width > 0.0);
    }
}

/// An overview stands in a document: it is no wider than the picture of its parts, and never a tower.
#[test]
fn an_overview_is_arranged_for_a_page() {
    let arch = anchors::many(40, 4);
    let of = |detail| {
        let options = LayoutOptions {
            detail,
            ..LayoutOptions::default()
        };
        layout(&arch, &options)
    };
    let overview = of(Detail::Overview);
    assert!(overview.width <= of(Detail::Full).width);
    let aspect = overview.width / overview.height;
    assert!((0.6..=2.0).contains(&aspect), "{aspect}");
}

#[test]
fn callouts_have_a_pill_where_they_belong_and_their_words_in_the_list() {
    use super::{NoteKind, TextRole};
    use crate::graph::{Callout, MarkLevel};
    let mut arch = setup::seed();
    let (node, frame) = (
        arch.nodes().last().unwrap().id.clone(),
        arch.boundaries[0].id.clone(),
    );
    let labelled = arch
        .flows()
        .into_iter()
        .find(|f| !f.label.is_empty())
        .unwrap()
        .id
        .clone();
    for on in [&node, &frame, &labelled] {
        arch.remarks.push(Callout {
            on: vec![on.clone()],
            level: MarkLevel::Alarm,
            text: format!(
                "a remark on {on}, in words that are too long for any box of the picture"
            ),
            sources: Vec::new(),
        });
    }
    clean(&arch);
    let placed = super::place(&arch);
    let pills = |texts: &[super::PlacedText]| -> Vec<String> {
        let tags = texts.iter().filter(|t| matches!(t.role, TextRole::Tag(_)));
        tags.map(|t| t.text.clone()).collect()
    };
    let at = placed
        .nodes
        .iter()
        .find(|n| n.nodes.contains(&node))
        .unwrap();
    assert_eq!(pills(&at.texts), ["1"]);
    let at = placed
        .boundaries
        .iter()
        .find(|b| b.ids.contains(&frame))
        .unwrap();
    assert_eq!(pills(&at.titles), ["2"]);
    let at = placed
        .labels
        .iter()
        .find(|l| l.flows.contains(&labelled))
        .unwrap();
    assert_eq!(pills(&at.texts), ["3"]);
    let list = placed
        .notes
        .iter()
        .find(|n| n.kind == NoteKind::Remarks)
        .unwrap();
    let words: Vec<&str> = list.texts.iter().map(|t| t.text.as_str()).collect();
    assert!(words.join(" ").contains("a remark on"), "{words:?}");
}
