//! What shares a table, and that a table names all of it.

use super::*;
use crate::graph::{Callout, MarkLevel};
use crate::inventory::testing::credential;
use crate::inventory::{Carrier, Form};

#[test]
fn tables_never_mix_approvals_credentials_or_isolation() {
    let plain = ["a", "b", "c", "d"].map(|name| npm(name, "p"));
    let free = ["e", "f", "g"].map(|name| npm(name, "p").approved(Rule::AutoAll, SetBy::User));
    let keys = ["h", "i", "j"].map(|name| npm(name, "p").env("SOME_TOKEN"));
    let boxed = ["k", "l", "m"].map(|name| docker(name, "img", |_| {}));
    let all = plain.into_iter().chain(free).chain(keys).chain(boxed);
    let after = check(&draw(vec![project().with(all)]), Level::Servers);
    let clients: Vec<(String, String)> = after
        .nodes()
        .filter(|n| n.kind == NodeKind::Client)
        .map(|n| {
            (
                n.label.clone(),
                n.lines
                    .iter()
                    .map(|l| l.text.as_str())
                    .collect::<Vec<_>>()
                    .join(" | "),
            )
        })
        .collect();
    let expected = [
        ("4 MCP clients", "asks? (product default) | a | b | c | d"),
        ("3 MCP clients", "auto: all · set by user | e | f | g"),
        ("3 MCP clients", "asks? (product default) | h | i | j"),
        ("3 MCP clients", "asks? (product default) | k | l | m"),
    ];
    assert_eq!(clients, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    assert!(
        after
            .boundaries
            .iter()
            .any(|b| b.label == "Container (docker) ×3, each separate")
    );
}

#[test]
fn credentials_that_differ_by_name_alone_share_a_table_that_names_them() {
    let holding = |name: &str, form| {
        let token = format!("{}_TOKEN", name.to_uppercase());
        npm(name, "p").holding(credential(&token, form, Carrier::Env))
    };
    let referred = ["a", "b", "c"].map(|name| holding(name, Form::Reference));
    let written = ["d", "e", "f"].map(|name| holding(name, Form::Literal));
    let far = ["g", "h", "i"].map(|name| {
        let url = format!("https://{name}.example.test/mcp");
        remote(name, &url).bearer(&format!("{}_TOKEN", name.to_uppercase()))
    });
    let all = referred.into_iter().chain(written).chain(far);
    let before = draw(vec![project().with(all)]);
    let after = check(&before, Level::Servers);
    let clients: Vec<Vec<&str>> = (after.nodes().filter(|n| n.kind == NodeKind::Client))
        .map(|n| n.lines[1..].iter().map(|l| l.text.as_str()).collect())
        .collect();
    // A secret in the file is another thing than a variable, whatever their names.
    let rows = |names: [&str; 3]| names.map(|n| format!("{n} · {}_TOKEN", n.to_uppercase()));
    assert_eq!(
        clients,
        [["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]].map(|names| rows(names).to_vec())
    );
    let labels: BTreeSet<String> = after.flows().iter().map(|f| f.text()).collect();
    for label in [
        "stdin / stdout · 3 flows · env (named in the table)",
        "HTTPS POST · 3 flows · bearer (named in the table) (static)",
    ] {
        assert!(labels.contains(label), "{labels:?}");
    }
    // The picture folds by the same rule.
    let options = LayoutOptions {
        detail: Detail::Servers,
        ..LayoutOptions::default()
    };
    let picture = layout(&before, &options);
    let tables = picture.nodes.iter().filter(|n| n.kind == NodeKind::Client);
    assert_eq!(tables.count(), 3);
    let texts = picture
        .nodes
        .iter()
        .flat_map(|n| &n.texts)
        .map(|t| t.text.as_str());
    let texts = texts.collect::<Vec<_>>().join("\n");
    for name in before.credentials.iter().map(|c| c.name.as_str()) {
        assert!(texts.contains(name), "{name} is not in the picture");
    }
}

#[test]
fn a_remark_keeps_its_server_out_of_the_table_and_names_what_is_drawn() {
    let mut arch = draw(vec![
        project().with(["a", "b", "c", "d"].map(|name| npm(name, "p"))),
    ]);
    let on = "server-claude-code-b".to_owned();
    arch.remarks.push(Callout {
        on: vec![on.clone()],
        level: MarkLevel::Warning,
        text: "found by a review".into(),
        sources: Vec::new(),
    });
    let after = check(&arch, Level::Servers);
    let labels: Vec<&str> = after
        .nodes()
        .filter(|n| n.kind == NodeKind::Client)
        .map(|n| n.label.as_str())
        .collect();
    assert_eq!(labels, ["3 MCP clients", "b"]);
    assert_eq!(after.remarks[0].on, [on]);
    let overview = check(&arch, Level::Overview);
    assert!(overview.node(&overview.remarks[0].on[0]).is_some());
}

#[test]
fn a_pair_is_no_table() {
    let before = draw(vec![project().with([npm("a", "p"), npm("b", "p")])]);
    let after = fold(&before, Level::Servers);
    assert_eq!(after.nodes().count(), before.nodes().count());
    assert_eq!(
        after.coverage, before.coverage,
        "nothing folded, nothing said"
    );
}

#[test]
fn a_table_names_every_server_of_all_samples() {
    let before = everything();
    let after = check(&before, Level::Servers);
    assert!(after.nodes().count() < before.nodes().count());
    let said = words(&after);
    for node in before.nodes() {
        assert!(said.contains(&node.label), "{} has no name left", node.id);
    }
}
