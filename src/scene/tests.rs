//! What the scene makes of a placement: reading order, what stands out, what is shared, what is open.

mod legend;

use super::*;
use crate::graph::{
    Architecture, BoundaryKind, Evidence, FlowKind, Line, LineRole, Lock, NodeKind,
};
use crate::layout::{PlacedBoundary, PlacedGap, PlacedText, Placement, TextRole};

fn scene(name: &str) -> Scene {
    let (architecture, placement) = sample::sample(name);
    build(&architecture, &placement)
}

fn group<'a>(scene: &'a Scene, id: &str) -> &'a Group {
    scene.groups.iter().find(|group| group.id == id).unwrap()
}

fn styles(group: &Group) -> Vec<Style> {
    group.shapes.iter().map(Shape::style).collect()
}

#[test]
fn groups_follow_the_reader() {
    let scene = scene("filesystem");
    let at = |id: &str| {
        scene
            .groups
            .iter()
            .position(|group| group.id == id)
            .unwrap()
    };
    let order = [
        "note-title",
        "user",
        "machine",
        "os-user",
        "host",
        "model",
        "note-legend",
    ];
    for pair in order.windows(2) {
        assert!(at(pair[0]) < at(pair[1]), "{} after {}", pair[0], pair[1]);
    }
    // A frame's ground is drawn before every wire.
    let last_frame = scene
        .groups
        .iter()
        .rposition(|g| g.kind == GroupKind::Boundary)
        .unwrap();
    let first_net = scene
        .groups
        .iter()
        .position(|g| g.kind == GroupKind::Net)
        .unwrap();
    assert!(last_frame < first_net);
}

#[test]
fn what_nobody_approves_stands_out() {
    let scene = scene("filesystem");
    let open = Style::new(Paint::Mark, Role::Alarm);
    assert!(styles(group(&scene, "client-2")).contains(&open));
    assert!(!styles(group(&scene, "client-1")).contains(&open));
}

#[test]
fn a_gate_that_asks_is_a_bar_and_an_open_one_an_outline() {
    let (mut architecture, placement) = sample::sample("filesystem");
    let asks = build(&architecture, &placement);
    assert_eq!(
        styles(group(&asks, "gate"))[0],
        Style::new(Paint::Solid, Role::Control)
    );
    let gate = architecture.node_mut("gate").unwrap();
    gate.lines = vec![Line::new(LineRole::Approval(Lock::Partly), "partly open")];
    let partly = build(&architecture, &placement);
    let shapes = &group(&partly, "gate").shapes;
    assert_eq!(shapes[0].style(), Style::new(Paint::Solid, Role::Control));
    assert!(
        matches!(
            shapes[1],
            Shape::Icon {
                icon: Icon::LockPartly,
                ..
            }
        ),
        "{shapes:?}"
    );
    let gate = architecture.node_mut("gate").unwrap();
    gate.lines.push(Line::new(
        LineRole::Approval(Lock::Open),
        "open: nobody is asked",
    ));
    let open = build(&architecture, &placement);
    let shapes = &group(&open, "gate").shapes;
    assert!(
        matches!(
            shapes[2],
            Shape::Icon {
                icon: Icon::LockOpen,
                ..
            }
        ),
        "{shapes:?}"
    );
    assert_eq!(
        styles(group(&open, "gate"))[0],
        Style::new(Paint::Box, Role::Alarm)
    );
}

#[test]
fn kinds_have_their_roles() {
    let scene = scene("filesystem");
    let role = |id: &str| styles(group(&scene, id))[0].role;
    // Processes look like the frame that decides about their rights.
    assert_eq!(role("server-1"), Role::OsUser);
    assert_eq!(role("server-2"), Role::Isolation);
    assert_eq!(role("server-3"), Role::Remote);
    assert_eq!(role("auth"), Role::OAuth);
    assert_eq!(role("api"), Role::Upstream);
    assert_eq!(role("os-user"), Role::OsUser);
    assert_eq!(role("net--oauth--client-3--auth"), Role::OAuth);
}

fn text(words: &str) -> PlacedText {
    PlacedText {
        text: words.to_owned(),
        cut: false,
        x: 10.0,
        baseline: 20.0,
        width: 30.0,
        size: 11.0,
        weight: Weight::Regular,
        role: TextRole::Gap,
        mark: None,
    }
}

fn frame(ids: &[&str], gaps: Vec<PlacedGap>) -> PlacedBoundary {
    PlacedBoundary {
        ids: ids.iter().map(|id| (*id).to_owned()).collect(),
        parent: None,
        rect: Rect::new(0.0, 0.0, 100.0, 60.0),
        titles: vec![],
        lines: vec![],
        footer: vec![],
        gaps,
        count: 1,
    }
}

#[test]
fn a_shared_frame_stays_green() {
    let mut architecture = Architecture::default();
    for (id, kind) in [
        ("machine", BoundaryKind::Machine),
        ("me", BoundaryKind::OsUser),
    ] {
        let boundary = crate::graph::Boundary::new(id, kind, id, None, Evidence::Assumed);
        architecture.boundaries.push(boundary);
    }
    let shared = frames::frame(&frame(&["machine", "me"], vec![]), &architecture, &[]);
    assert_eq!(
        styles(&shared),
        [Paint::Frame, Paint::Hatch].map(|paint| Style::new(paint, Role::OsUser))
    );
    assert!(shared.title.starts_with("machine (assumed).") && shared.title.contains("OS user: me"));
}

#[test]
fn a_gap_opens_the_border() {
    let gap = PlacedGap {
        from: Point::new(40.0, 60.0),
        to: Point::new(60.0, 60.0),
        text: text("docker socket"),
    };
    let open = frames::frame(&frame(&["box"], vec![gap]), &Architecture::default(), &[]);
    let Shape::Path { steps, .. } = &open.shapes[2] else {
        panic!("no border");
    };
    // Clockwise, so the lower side is drawn from right to left.
    let cut = steps.windows(2).any(|pair| {
        pair == [
            Step::Line(Point::new(60.0, 60.0)),
            Step::Move(Point::new(40.0, 60.0)),
        ]
    });
    assert!(cut, "{steps:?}");
}

#[test]
fn folded_flows_are_named_by_the_one_drawn() {
    let (architecture, mut placement) = sample::sample("filesystem");
    let folded = "stdio--client-1--server-1".to_owned();
    let at = placement
        .flows
        .iter()
        .position(|f| f.ids == [folded.clone()])
        .unwrap();
    placement.flows[at].ids = vec!["stdio--first".to_owned(), folded.clone()];
    let scene = build(&architecture, &placement);
    let labels = scene.groups.iter().filter(|g| g.kind == GroupKind::Label);
    let named: Vec<&String> = labels.flat_map(|g| &g.flows).collect();
    assert!(named.iter().any(|id| *id == "stdio--first"));
    assert!(!named.contains(&&folded));
}

#[test]
fn what_is_off_is_grey_throughout() {
    let (architecture, mut placement) = sample::sample("filesystem");
    let node = placement
        .nodes
        .iter_mut()
        .find(|n| n.kind == NodeKind::Server)
        .unwrap();
    node.off = true;
    let id = node.id.clone();
    let scene = build(&architecture, &placement);
    assert!(
        styles(group(&scene, &id))
            .iter()
            .all(|style| style.role == Role::Off)
    );
}

#[test]
fn what_is_off_leads_nowhere() {
    let (architecture, mut placement) = sample::sample("filesystem");
    let net = placement
        .nets
        .iter_mut()
        .find(|net| net.kind == FlowKind::Stdio)
        .unwrap();
    let id = net.id.clone();
    let heads = net.heads.len();
    let drawn = |placement: &Placement| styles(group(&build(&architecture, placement), &id));
    let live = drawn(&placement);
    assert!(heads > 0 && live.contains(&Style::new(Paint::Solid, Role::Local)));
    let at = placement.nets.iter().position(|net| net.id == id).unwrap();
    placement.nets[at].off = true;
    let off = drawn(&placement);
    assert!(
        off.iter().all(|style| style.paint != Paint::Solid),
        "{off:?}"
    );
    assert!(off.contains(&Style::new(Paint::Stop, Role::Off)));
}

#[test]
fn a_number_looks_the_same_in_a_box_that_is_off() {
    let mut tag = text("2");
    tag.role = TextRole::Tag(crate::graph::MarkLevel::Note);
    let border = |off| boxes::text(&tag, Role::Ink, off)[0].style();
    assert_eq!(border(true), border(false));
    assert_eq!(border(true), Style::new(Paint::Border, Role::Note));
}

#[test]
fn unseen_characters_are_drawn_as_such() {
    assert_eq!(
        drawable("  a\n\tb \u{202e}c\u{0}\u{200b} "),
        "a b \u{fffd}c\u{fffd}\u{fffd}"
    );
}
