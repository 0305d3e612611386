use proptest::prelude::*;

use super::*;
use crate::render::samples::{HOSTILE, fleet, hostile, office, seed};
use crate::theme::Theme;

fn draw(arch: &Architecture) -> String {
    let theme = Theme::named("light").unwrap();
    String::from_utf8(render(arch, &Options::new(&theme)).unwrap()).unwrap()
}

#[test]
fn the_seed_is_drawn() {
    insta::assert_snapshot!(draw(&seed()));
}

#[test]
fn the_office_is_drawn() {
    insta::assert_snapshot!(draw(&office()));
}

#[test]
fn a_guess_has_one_question_mark() {
    use crate::graph::build;
    use crate::inventory::assemble;
    use crate::inventory::testing::{npm, project};
    let slack = npm("slack", "@modelcontextprotocol/server-slack").env("SLACK_BOT_TOKEN");
    let text = draw(&build(&assemble(vec![project().with([slack])]), &[]).0);
    assert!(text.contains("? Slack API"), "{text}");
    assert!(!text.contains("? ?"), "{text}");
}

#[test]
fn same_input_same_bytes() {
    assert_eq!(draw(&office()), draw(&office()));
}

/// Corners, by which frames are counted; and checks that hold for any text.
fn check(text: &str) -> Vec<usize> {
    for line in text.lines() {
        assert!(width(line) <= COLUMNS, "{} columns: {line}", width(line));
        assert!(!line.chars().any(char::is_control), "{line:?}");
        let opens = line.chars().next().is_some_and(|c| "┌└│".contains(c));
        assert!(
            !opens || (width(line) == COLUMNS && line.ends_with(['┐', '┘', '│'])),
            "a border is missing: {line}"
        );
    }
    "┌┐┘└┏┓┛┗╔╗╝╚╭╮╯╰●○▶"
        .chars()
        .map(|corner| text.matches(corner).count())
        .collect()
}

#[test]
fn hostile_texts_draw_the_same_frames_nodes_and_flows() {
    let expected = check(&draw(&hostile("name")));
    for text in HOSTILE
        .iter()
        .chain(&["┌─┐│└┘", "● server x", "──▶ y", "\u{1b}]0;title\u{7}"])
    {
        assert_eq!(check(&draw(&hostile(text))), expected, "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_text_draws_the_same_frames_nodes_and_flows(text in any::<String>()) {
        prop_assert_eq!(check(&draw(&hostile(&text))), check(&draw(&hostile("name"))));
    }
}

#[test]
fn every_node_and_every_flow_is_there() {
    let arch = office();
    let text = draw(&arch);
    assert_eq!(text.matches(['●', '○']).count(), arch.nodes().count());
    let calls = arch
        .flows()
        .iter()
        .filter(|f| f.kind == FlowKind::ToolCall)
        .count();
    let models = 2;
    // One arrow of the legend.
    assert_eq!(
        text.matches('▶').count(),
        arch.flows().len() - calls + models + 1
    );
}

#[test]
fn six_hundred_clients_stay_readable() {
    let text = draw(&fleet(4, 600));
    check(&text);
    assert!(text.contains("138 more"));
}

#[test]
fn deep_nesting_gives_up_frames_before_text() {
    let mut arch = Architecture::default();
    let mut parent: Option<String> = None;
    for depth in 0..30 {
        let id = format!("isolation-{depth}");
        crate::render::samples::frame(
            &mut arch,
            &id,
            BoundaryKind::Isolation,
            "Container",
            parent.as_deref(),
        );
        parent = Some(id);
    }
    crate::render::samples::node(
        &mut arch,
        "server",
        NodeKind::Server,
        "@acme/deep-server",
        parent.as_deref(),
        &[],
    );
    let text = draw(&arch);
    check(&text);
    assert!(text.contains("server @acme/deep-server"));
}
