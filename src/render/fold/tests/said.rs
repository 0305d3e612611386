//! What a fold still says: exposed values, remarks with their places, and whose each row is.

use super::*;

/// Reads one file.
fn written(path: &str, text: &str) -> Architecture {
    let input = Input::Text {
        shown: path.to_owned(),
        segments: path.split('/').map(str::to_owned).collect(),
        text: text.to_owned(),
    };
    let loaded = load(&[input], &crate::dialect::known_file);
    build(&crate::run::read(loaded, None).inventory, &[]).0
}

/// Asserts that each folder and database is still named, and that no line leads to more than its ends used before.
pub(super) fn keeps_what_is_reached(before: &Architecture, after: &Architecture) {
    let said = words(after);
    let assets = |arch: &Architecture| -> Vec<Node> {
        let all = arch
            .nodes()
            .filter(|n| n.kind == NodeKind::Asset && n.label != HOME);
        all.cloned().collect()
    };
    for asset in assets(before) {
        assert!(
            said.contains(&asset.label),
            "{} is lost\n{said}",
            asset.label
        );
    }
    for asset in assets(after)
        .iter()
        .filter(|n| before.node(&n.id).is_none_or(|b| b.label != n.label))
    {
        let inside = asset
            .lines
            .iter()
            .map(|l| l.text.as_str())
            .collect::<Vec<_>>()
            .join(", ");
        let within =
            |n: &&Node| inside.split(", ").any(|name| name == n.label) && n.off == asset.off;
        let of = |n: &Node| {
            let ways = before
                .flows()
                .into_iter()
                .filter(|f| f.to == n.id)
                .map(Flow::text);
            ways.collect::<BTreeSet<_>>()
        };
        let all = assets(before);
        let told: Vec<_> = all.iter().filter(within).map(of).collect();
        assert!(told.windows(2).all(|w| w[0] == w[1]), "{inside}: {told:?}");
    }
}

#[test]
fn a_line_of_an_overview_leads_to_what_is_mounted_and_to_no_more() {
    let mounted = |name: &str, folders: &[&str]| {
        let flags: Vec<String> = folders
            .iter()
            .map(|f| format!("\"-v\", \"{f}:/in{f}\""))
            .collect();
        format!(
            r#""{name}": {{"command": "docker", "args": ["run", "-i", {}, "mcp/{name}"]}}"#,
            flags.join(", ")
        )
    };
    let told = |n: usize| format!(r#""t{n}": {{"command": "files", "args": ["/var/lib/t{n}"]}}"#);
    let servers = [
        mounted("a", &["/srv/a"]),
        mounted("b", &["/tmp", "/var/b", "/var/c", "/var/d"]),
        told(1),
        told(2),
        told(3),
        told(4),
        told(5),
    ];
    let text = format!("{{\"mcpServers\": {{{}}}}}", servers.join(",\n"));
    let before = written(".mcp.json", &text);
    for level in [Level::Overview, Level::All] {
        let after = check(&before, level);
        let to = |server: &str| {
            let from = |f: &&Flow| after.node(&f.from).is_some_and(|n| n.label == server);
            let flows = after.flows().into_iter().filter(from);
            let mounts = flows.filter(|f| f.text().starts_with("mounted"));
            let ends = mounts.filter_map(|f| after.node(&f.to));
            let said = |n: &Node| format!("{} | {}", n.label, n.lines[0].text);
            ends.map(said).collect::<Vec<_>>().join(" and ")
        };
        if level == Level::Overview {
            assert_eq!(to("mcp/a"), "…/a | folder or file");
            assert_eq!(to("mcp/b"), "4 assets | /tmp, /var/b, /var/c, /var/d");
        }
        let said = words(&after);
        assert!(
            said.contains("told to use /var/lib/t1 (1 of 5), /var/lib/t2 (1 of 5)"),
            "{said}"
        );
    }
}

#[test]
fn an_overview_still_says_where_values_stand_and_what_was_remarked() {
    let text = r#"{"mcpServers": {
        "a": {"command": "docker", "args": ["run", "-i", "mcp/a"], "env": {"A_TOKEN": "3f9a7c1b5d2e8046"}},
        "b": {"command": "docker", "args": ["run", "-i", "mcp/b"], "env": {"B_TOKEN": "8046d2e5b1c7a9f3"}},
        "c": {"command": "npx", "args": ["-y", "mcp-c@1.0.0"]}
    }}"#;
    let before = written(".mcp.json", text);
    assert!(words(&before).contains("value in .mcp.json (project)"));
    let after = words(&check(&before, Level::Overview));
    assert!(after.contains("value in .mcp.json (project)"), "{after}");
    assert!(after.contains("image tag can move"), "{after}");
}

#[test]
fn a_remark_about_several_servers_keeps_every_place() {
    let server = |name: &str| {
        format!(
            "\"{name}\": {{\"command\": \"npx\", \"args\": [\"-y\", \"{name}@1\"], \"env\": {{\"A\": \"${{A_TOKEN_OF_THE_MEASURING_SERVICE}}\"}}}}"
        )
    };
    let text = format!(
        "{{\"mcpServers\": {{\n{},\n{}\n}}}}",
        server("a"),
        server("b")
    );
    let after = check(&written(".cursor/mcp.json", &text), Level::Overview);
    let callouts = after.callouts();
    assert_eq!(callouts.len(), 1);
    let listed = callouts[0].listed(&after);
    assert!(
        listed.contains(".cursor/mcp.json:2, .cursor/mcp.json:3"),
        "{listed}"
    );
    let box_of = after.node(&callouts[0].on[0]).unwrap();
    let begun = box_of
        .box_lines()
        .iter()
        .filter(|l| callouts[0].text.starts_with(&l.text))
        .count();
    assert_eq!(begun, 1, "{} {box_of:?}", callouts[0].text);
}

#[test]
fn scripts_of_one_name_are_told_apart_by_who_starts_them() {
    let text = r#"{"mcpServers": {
        "billing": {"command": "python", "args": ["billing/soil.py"]},
        "search": {"command": "python", "args": ["search/soil.py"]},
        "mail": {"command": "python", "args": ["mail/soil.py"]}
    }}"#;
    let before = written(".mcp.json", text);
    let tables = |arch: &Architecture| {
        let options = LayoutOptions {
            detail: Detail::Servers,
            ..LayoutOptions::default()
        };
        let placed = layout(arch, &options);
        let texts = placed.nodes.iter().flat_map(|n| &n.texts);
        texts.map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    let (picture, text) = (tables(&before), words(&check(&before, Level::Servers)));
    for name in ["billing", "search", "mail"] {
        let row = format!("soil.py · python script in repository · of {name}");
        assert!(text.contains(&row), "{text}");
        assert!(picture.contains(&row), "{picture}");
    }
    assert!(!text.contains("repository ×"), "{text}");
}
