//! What an overlay takes out of the picture.

use super::{URL, seed, seeded, under};
use crate::graph::NodeKind;
use crate::graph::build;
use crate::graph::build::tests::Asked;
use crate::inventory::assemble;
use crate::inventory::launch::ReachKind;
use crate::inventory::testing::{npm, port, project, remote};

#[test]
fn hiding_a_server_counts_everything_that_goes_with_it() {
    let slack = npm("slack", "@modelcontextprotocol/server-slack")
        .env("SLACK_BOT_TOKEN")
        .told("~/notes", ReachKind::Path)
        .told("~", ReachKind::Home)
        .launching(|l| l.listener = Some(port(8000, true)));
    let file = project().with([slack, npm("other", "x")]);
    let (arch, messages) = under(vec![file], "[[server]]\nname = \"slack\"\nhide = true\n");
    assert!(messages.is_empty());
    assert_eq!(arch.labels(NodeKind::Client), ["other"]);
    // Client, server, folder, API, and the local network that reached its port; the home directory stays.
    assert_eq!(arch.overlay.hidden, 5);
    assert_eq!(arch.labels(NodeKind::Asset), ["home directory"]);
    assert!(arch.labels(NodeKind::External).is_empty());
    assert!(arch.credentials.is_empty());
    assert!(!arch.boundaries.iter().any(|b| b.label == "slack.com"));
    assert!(
        arch.coverage
            .contains(&"overlay applied: it hides 5 nodes".to_owned())
    );
}

#[test]
fn what_another_client_reaches_is_not_hidden() {
    let file = project().with([remote("a", URL), remote("b", URL)]);
    let (arch, _) = under(vec![file], "[[server]]\nname = \"a\"\nhide = true\n");
    assert_eq!(arch.overlay.hidden, 1);
    assert_eq!(arch.behind("b").label, "mcp.tracker.example/mcp");
}

#[test]
fn an_overlay_that_hides_nothing_says_so() {
    let arch = seeded("");
    assert!(
        arch.coverage
            .contains(&"overlay applied: it hides nothing".to_owned())
    );
    assert!(
        build(&assemble(seed()), &[])
            .0
            .coverage
            .iter()
            .all(|l| !l.contains("overlay"))
    );
}
