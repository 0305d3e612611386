//! A small architecture placed by hand, for the tests of scene and formats: person, host, two local servers, one remote.

use crate::diagnostic::Place;
use crate::font::{Weight, width};
use crate::graph::*;
use crate::layout::*;

/// Builds the sample with a given name for the first server.
pub(crate) fn sample(name: &str) -> (Architecture, Placement) {
    let architecture = architecture(name);
    let placement = placement(&architecture);
    (architecture, placement)
}

fn at(line: u32) -> Option<Place> {
    Some(Place {
        path: ".mcp.json".to_owned(),
        line,
        column: 5,
    })
}

fn architecture(name: &str) -> Architecture {
    let mut a = Architecture::default();
    a.title = "Claude Code · .mcp.json".to_owned();
    let declared = Evidence::Declared;
    let mut boundary = |id: &str, kind, label: &str, parent| {
        a.boundaries
            .push(Boundary::new(id, kind, label, parent, Evidence::Assumed));
    };
    boundary("machine", BoundaryKind::Machine, "This machine", None);
    boundary("os-user", BoundaryKind::OsUser, "OS user", Some("machine"));
    boundary("host", BoundaryKind::Host, "Claude Code", Some("os-user"));
    boundary(
        "box",
        BoundaryKind::Isolation,
        "Container (docker) · mcp/git:1",
        Some("machine"),
    );
    boundary("provider", BoundaryKind::Provider, "tracker.example", None);
    a.boundaries[1].footer = Some(
        "every process here can read and write all this user's files, settings and stored tokens, and reach any network host".to_owned(),
    );
    a.boundaries[3].lines.push(Line::new(
        LineRole::Plain,
        "network: open (default) · no host files",
    ));
    a.boundaries[3].gaps.push("docker socket".to_owned());
    let mut node = |id: &str, kind, label: &str, inside, lines: Vec<Line>| {
        let mut node = Node::new(id, kind, label, inside, declared);
        node.lines = lines;
        node.source = at(3);
        a.add_node(node);
    };
    let plain = |text: &str| Line::new(LineRole::Plain, text);
    node("user", NodeKind::User, "Person", None, vec![]);
    node(
        "model",
        NodeKind::Model,
        "Model",
        Some("host"),
        vec![plain("chosen in the app")],
    );
    node("gate", NodeKind::Gate, "Gate", Some("host"), vec![]);
    let client = |lock, words: &str| vec![Line::new(LineRole::Approval(lock), words)];
    node(
        "client-1",
        NodeKind::Client,
        name,
        Some("host"),
        client(Lock::Closed, "asks? (product default)"),
    );
    node(
        "client-2",
        NodeKind::Client,
        "git",
        Some("host"),
        client(Lock::Open, "auto: all"),
    );
    node(
        "client-3",
        NodeKind::Client,
        "tracker",
        Some("host"),
        client(Lock::Unknown, "unknown: kept in the app"),
    );
    node(
        "server-1",
        NodeKind::Server,
        name,
        Some("os-user"),
        vec![
            plain("npm · server-filesystem · unpinned"),
            Line::new(LineRole::Reach, "told to use ~/src"),
        ],
    );
    node(
        "server-2",
        NodeKind::Server,
        "git",
        Some("box"),
        vec![plain("image · mcp/git:1")],
    );
    node(
        "server-3",
        NodeKind::Server,
        "mcp.tracker.example",
        Some("provider"),
        vec![plain("Streamable HTTP"), plain("token source: not probed")],
    );
    node(
        "auth",
        NodeKind::AuthorizationServer,
        "auth.tracker.example",
        Some("provider"),
        vec![],
    );
    node(
        "api",
        NodeKind::Upstream,
        "Tracker API",
        Some("provider"),
        vec![plain("api.tracker.example")],
    );
    let mut flow = |kind, from: &str, to: &str, parts: &[(LabelRole, &str)]| {
        let mut flow = Flow::new(kind, from, to, declared);
        flow.label = parts
            .iter()
            .map(|(role, text)| LabelPart::new(*role, *text))
            .collect();
        flow.source = at(4);
        a.add_flow(flow);
    };
    use LabelRole::{Credential, Plain};
    flow(FlowKind::Prompt, "user", "model", &[(Plain, "prompts")]);
    flow(FlowKind::Approve, "user", "gate", &[(Plain, "approves")]);
    for client in ["client-1", "client-2", "client-3"] {
        flow(FlowKind::ToolCall, "model", client, &[]);
    }
    flow(
        FlowKind::Stdio,
        "client-1",
        "server-1",
        &[(Plain, "stdin / stdout")],
    );
    flow(
        FlowKind::Stdio,
        "client-2",
        "server-2",
        &[
            (Plain, "stdin / stdout via docker"),
            (Credential, "env GIT_TOKEN"),
        ],
    );
    flow(
        FlowKind::Http,
        "client-3",
        "server-3",
        &[(Plain, "HTTPS POST"), (Credential, "bearer TRACKER_TOKEN")],
    );
    flow(
        FlowKind::Oauth,
        "client-3",
        "auth",
        &[(Plain, "OAuth 2.1 · PKCE S256")],
    );
    flow(
        FlowKind::Upstream,
        "server-3",
        "api",
        &[(Plain, "? own token")],
    );
    a.coverage = vec!["3 servers not probed".to_owned()];
    a
}

fn run(text: &str, x: f64, baseline: f64, size: f64, role: TextRole) -> PlacedText {
    let weight = match role {
        TextRole::Name | TextRole::FrameTitle | TextRole::Title | TextRole::NoteHead => {
            Weight::SemiBold
        }
        _ => Weight::Regular,
    };
    let marked = matches!(
        role,
        TextRole::Gap
            | TextRole::Line(LineRole::Approval(_) | LineRole::Credential | LineRole::Reach)
            | TextRole::Label(LabelRole::Credential)
    );
    let shift = if marked { 15.0 } else { 0.0 };
    PlacedText {
        text: text.to_owned(),
        cut: false,
        x: x + shift,
        baseline,
        width: width(text, size, weight),
        size,
        weight,
        role,
        mark: marked.then(|| Rect::new(x, baseline - 10.0, 12.0, 12.0)),
    }
}

fn placement(a: &Architecture) -> Placement {
    let mut p = Placement {
        width: 1320.0,
        height: 560.0,
        ..Placement::default()
    };
    let frames = [
        ("machine", None, Rect::new(180.0, 52.0, 800.0, 372.0)),
        (
            "os-user",
            Some("machine"),
            Rect::new(192.0, 80.0, 776.0, 212.0),
        ),
        (
            "host",
            Some("os-user"),
            Rect::new(204.0, 108.0, 280.0, 152.0),
        ),
        (
            "box",
            Some("machine"),
            Rect::new(758.0, 304.0, 210.0, 108.0),
        ),
        ("provider", None, Rect::new(1050.0, 60.0, 256.0, 360.0)),
    ];
    for (id, parent, rect) in frames {
        let b = a.boundary(id).unwrap();
        let mut y = rect.y + 18.0;
        let titles = vec![run(&b.label, rect.x + 12.0, y, 12.0, TextRole::FrameTitle)];
        let mut lines = Vec::new();
        for line in &b.lines {
            y += 15.0;
            let short = crate::font::ellipsis(&line.text, 11.0, Weight::Regular, rect.w - 24.0);
            lines.push(run(
                &short,
                rect.x + 12.0,
                y,
                11.0,
                TextRole::Line(line.role),
            ));
        }
        let footer = b.footer.iter().map(|f| {
            let short = crate::font::ellipsis(f, 11.0, Weight::Regular, rect.w - 334.0);
            run(
                &short,
                rect.x + 312.0,
                rect.bottom() - 10.0,
                11.0,
                TextRole::FrameFooter,
            )
        });
        let footer = footer.collect();
        let gaps = b.gaps.iter().map(|g| PlacedGap {
            from: Point::new(rect.x + 40.0, rect.bottom()),
            to: Point::new(rect.x + 64.0, rect.bottom()),
            text: run(g, rect.x + 12.0, rect.bottom() - 8.0, 11.0, TextRole::Gap),
        });
        let gaps = gaps.collect();
        p.boundaries.push(PlacedBoundary {
            ids: vec![id.to_owned()],
            parent: parent.map(str::to_owned),
            rect,
            titles,
            lines,
            footer,
            gaps,
            count: 1,
        });
    }
    let boxes = [
        ("user", Rect::new(12.0, 160.0, 104.0, 40.0)),
        ("model", Rect::new(216.0, 160.0, 84.0, 54.0)),
        ("gate", Rect::new(312.0, 128.0, 14.0, 124.0)),
        ("client-1", Rect::new(344.0, 132.0, 128.0, 36.0)),
        ("client-2", Rect::new(344.0, 172.0, 128.0, 36.0)),
        ("client-3", Rect::new(344.0, 212.0, 128.0, 36.0)),
        ("server-1", Rect::new(640.0, 120.0, 196.0, 54.0)),
        ("server-2", Rect::new(770.0, 346.0, 134.0, 40.0)),
        ("server-3", Rect::new(1062.0, 96.0, 180.0, 54.0)),
        ("auth", Rect::new(1062.0, 200.0, 180.0, 40.0)),
        ("api", Rect::new(1062.0, 330.0, 180.0, 40.0)),
    ];
    for (id, rect) in boxes {
        let node = a.node(id).unwrap();
        let gate = node.kind == NodeKind::Gate;
        let mut texts = Vec::new();
        let mut y = rect.y + 16.0;
        if !gate {
            let short = crate::font::ellipsis(&node.label, 12.0, Weight::SemiBold, rect.w - 38.0);
            texts.push(run(&short, rect.x + 28.0, y, 12.0, TextRole::Name));
            for line in &node.lines {
                y += 15.0;
                let short = crate::font::ellipsis(&line.text, 11.0, Weight::Regular, rect.w - 32.0);
                texts.push(run(
                    &short,
                    rect.x + 10.0,
                    y,
                    11.0,
                    TextRole::Line(line.role),
                ));
            }
        }
        p.nodes.push(PlacedNode {
            id: id.to_owned(),
            nodes: vec![id.to_owned()],
            kind: node.kind,
            parent: node.boundary.clone(),
            rect,
            icon: Some(if gate {
                Rect::new(rect.x + 1.0, rect.y + rect.h / 2.0 - 6.0, 12.0, 12.0)
            } else {
                Rect::new(rect.x + 9.0, rect.y + 5.0, 14.0, 14.0)
            }),
            texts,
            off: false,
        });
    }
    wires(&mut p, a);
    p.notes.push(PlacedNote {
        kind: NoteKind::Title,
        rect: Rect::new(12.0, 12.0, 600.0, 28.0),
        texts: vec![run(&a.title, 12.0, 32.0, 16.0, TextRole::Title)],
        swatches: vec![],
    });
    legend(&mut p);
    p
}

fn wires(p: &mut Placement, a: &Architecture) {
    bus(p);
    let ways: [(&str, &[(f64, f64)], Option<(f64, f64)>); 7] = [
        (
            "prompt--user--model",
            &[(116.0, 190.0), (216.0, 190.0)],
            Some((122.0, 184.0)),
        ),
        (
            "approve--user--gate",
            &[
                (64.0, 160.0),
                (64.0, 132.0),
                (246.0, 132.0),
                (246.0, 140.0),
                (312.0, 140.0),
            ],
            Some((80.0, 126.0)),
        ),
        (
            "stdio--client-1--server-1",
            &[(472.0, 150.0), (640.0, 150.0)],
            Some((500.0, 144.0)),
        ),
        (
            "stdio--client-2--server-2",
            &[
                (472.0, 190.0),
                (494.0, 190.0),
                (494.0, 366.0),
                (770.0, 366.0),
            ],
            Some((500.0, 360.0)),
        ),
        (
            "http--client-3--server-3",
            &[
                (472.0, 226.0),
                (1020.0, 226.0),
                (1020.0, 123.0),
                (1062.0, 123.0),
            ],
            Some((500.0, 220.0)),
        ),
        (
            "oauth--client-3--auth",
            &[
                (472.0, 240.0),
                (1034.0, 240.0),
                (1034.0, 220.0),
                (1062.0, 220.0),
            ],
            Some((650.0, 254.0)),
        ),
        (
            "upstream--server-3--api",
            &[
                (1242.0, 123.0),
                (1280.0, 123.0),
                (1280.0, 350.0),
                (1242.0, 350.0),
            ],
            None,
        ),
    ];
    for (id, way, label) in ways {
        wire(p, a, id, way, label);
    }
}

fn points(way: &[(f64, f64)]) -> Vec<Point> {
    way.iter().map(|(x, y)| Point::new(*x, *y)).collect()
}

fn wire(
    p: &mut Placement,
    a: &Architecture,
    id: &str,
    way: &[(f64, f64)],
    label: Option<(f64, f64)>,
) {
    let flows = a.flows();
    let flow = flows.iter().find(|f| f.id == id).unwrap();
    let way = points(way);
    let (last, before) = (way[way.len() - 1], way[way.len() - 2]);
    let towards = Point::new(
        (last.x - before.x).signum() * f64::from(u8::from(last.x != before.x)),
        (last.y - before.y).signum() * f64::from(u8::from(last.y != before.y)),
    );
    p.nets.push(PlacedNet {
        id: id.to_owned(),
        kind: flow.kind,
        flows: vec![id.to_owned()],
        lines: vec![way.clone()],
        dots: vec![],
        heads: vec![Head { tip: last, towards }],
        off: flow.off,
        alarm: flow.alarms(),
    });
    p.flows.push(PlacedFlow {
        ids: vec![id.to_owned()],
        kind: flow.kind,
        from: flow.from.clone(),
        to: flow.to.clone(),
        path: vec![way],
    });
    let Some((x, baseline)) = label else { return };
    let mut texts = Vec::new();
    let mut x1 = x;
    for part in &flow.label {
        let text = run(&part.text, x1, baseline, 11.0, TextRole::Label(part.role));
        x1 = text.x + text.width + 8.0;
        texts.push(text);
    }
    p.labels.push(PlacedLabel {
        flows: vec![id.to_owned()],
        kind: flow.kind,
        plate: Rect::new(x - 2.0, baseline - 11.0, x1 - x, 14.0),
        texts,
        off: false,
    });
}

/// The grey bus: two nets, before and after the gate, shared by three flows.
fn bus(p: &mut Placement) {
    let clients = [
        ("client-1", 150.0),
        ("client-2", 190.0),
        ("client-3", 230.0),
    ];
    let flows: Vec<String> = clients
        .iter()
        .map(|(c, _)| format!("tool-call--model--{c}"))
        .collect();
    let net = |id: &str, lines, dots, heads| PlacedNet {
        id: id.to_owned(),
        kind: FlowKind::ToolCall,
        flows: flows.clone(),
        lines,
        dots,
        heads,
        off: false,
        alarm: false,
    };
    let right = Point::new(1.0, 0.0);
    let nets = [
        net(
            "bus-in",
            vec![points(&[(300.0, 190.0), (312.0, 190.0)])],
            vec![],
            vec![],
        ),
        net(
            "bus-out",
            vec![
                points(&[(326.0, 190.0), (344.0, 190.0)]),
                points(&[(334.0, 190.0), (334.0, 150.0), (344.0, 150.0)]),
                points(&[(334.0, 190.0), (334.0, 230.0), (344.0, 230.0)]),
            ],
            vec![Point::new(334.0, 190.0)],
            clients
                .iter()
                .map(|(_, y)| Head {
                    tip: Point::new(344.0, *y),
                    towards: right,
                })
                .collect(),
        ),
    ];
    p.nets.extend(nets);
    for (client, y) in clients {
        p.flows.push(PlacedFlow {
            ids: vec![format!("tool-call--model--{client}")],
            kind: FlowKind::ToolCall,
            from: "model".to_owned(),
            to: client.to_owned(),
            path: vec![
                points(&[(300.0, 190.0), (312.0, 190.0)]),
                points(&[(326.0, 190.0), (334.0, 190.0), (334.0, y), (344.0, y)]),
            ],
        });
    }
}

fn legend(p: &mut Placement) {
    let entries = [
        (Sample::Line(FlowKind::Prompt), "prompts, approvals"),
        (
            Sample::Line(FlowKind::ToolCall),
            "tool calls, routed by the host",
        ),
        (Sample::Line(FlowKind::Stdio), "stdin / stdout"),
        (Sample::Line(FlowKind::Http), "crosses the network"),
        (
            Sample::Line(FlowKind::Oauth),
            "OAuth, only without a valid token",
        ),
        (Sample::Line(FlowKind::Upstream), "the server's own calls"),
        (Sample::Alarm, "alarm"),
        (Sample::Off, "off"),
        (
            Sample::Frame(BoundaryKind::OsUser),
            "runs with this user's rights",
        ),
        (Sample::Frame(BoundaryKind::Isolation), "isolated"),
        (Sample::Frame(BoundaryKind::Provider), "provider"),
        (Sample::Gap, "not isolated here"),
        (Sample::Key, "credential"),
        (Sample::Lock(Lock::Closed), "asks"),
        (Sample::Lock(Lock::Open), "nobody is asked"),
        (Sample::Lock(Lock::Unknown), "not known"),
        (Sample::Question, "inferred or assumed"),
    ];
    let mut texts = vec![run("Legend", 24.0, 454.0, 12.0, TextRole::NoteHead)];
    let mut swatches = Vec::new();
    for (at, (sample, words)) in entries.into_iter().enumerate() {
        let (column, row) = (at / 5, at % 5);
        let (x, y) = (24.0 + column as f64 * 280.0, 462.0 + row as f64 * 16.0);
        swatches.push(Swatch {
            rect: Rect::new(x, y, 34.0, 14.0),
            sample,
        });
        texts.push(run(words, x + 44.0, y + 11.0, 11.0, TextRole::NoteLine));
    }
    p.notes.push(PlacedNote {
        kind: NoteKind::Legend,
        rect: Rect::new(12.0, 436.0, 1294.0, 112.0),
        texts,
        swatches,
    });
}
