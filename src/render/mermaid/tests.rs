use proptest::prelude::*;

use super::*;
use crate::graph::{Evidence, Node, NodeKind};
use crate::render::samples::{HOSTILE, fleet, hostile, office, seed};
use crate::theme::Theme;

fn draw(arch: &Architecture) -> String {
    let theme = Theme::named("light").unwrap();
    String::from_utf8(render(arch, &Options::new(&theme)).unwrap().bytes).unwrap()
}

/// The text without what stands in quotes, and without the two lines of free text: its structure.
fn structure(text: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    for c in text
        .lines()
        .filter(|l| !l.starts_with("  acc"))
        .flat_map(|l| l.chars().chain(['\n']))
    {
        match c {
            '"' => {
                quoted = !quoted;
                out.push(c);
            }
            '\n' => {
                assert!(!quoted, "a quote is open at the end of a line");
                out.push(c);
            }
            c if quoted => assert!(
                !"<>`{}|[]()\\".contains(c) || c == '<' || c == '>',
                "{c:?} in a label"
            ),
            c => out.push(c),
        }
    }
    out
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
fn same_input_same_bytes() {
    assert_eq!(draw(&office()), draw(&office()));
}

#[test]
fn hostile_texts_leave_the_structure_alone() {
    let expected = structure(&draw(&hostile("name")));
    for text in HOSTILE {
        assert_eq!(structure(&draw(&hostile(text))), expected, "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_text_leaves_the_structure_alone(text in any::<String>()) {
        prop_assert_eq!(structure(&draw(&hostile(&text))), structure(&draw(&hostile("name"))));
    }
}

/// Everything in quotes of a text.
fn quoted(text: &str) -> String {
    text.split('"')
        .skip(1)
        .step_by(2)
        .collect::<Vec<_>>()
        .join("\n")
}

fn check_limits(hosts: usize, clients: usize, words: &str) {
    let arch = fleet(hosts, clients);
    let theme = Theme::named("light").unwrap();
    let done = render(&arch, &Options::new(&theme)).unwrap();
    let text = String::from_utf8(done.bytes).unwrap();
    assert!(
        text.encode_utf16().count() <= 50_000,
        "{} characters",
        text.len()
    );
    assert!(text.matches("-->").count() <= 500);
    assert_eq!(done.notes.len(), 1);
    assert!(
        done.notes[0].message.contains(words),
        "{}",
        done.notes[0].message
    );
    assert!(quoted(&text).contains("folded"), "the picture says so");
}

#[test]
fn six_hundred_clients_are_folded_by_what_they_have_in_common() {
    check_limits(4, 600, "are counted");
    let text = draw(&fleet(4, 600));
    assert!(quoted(&text).contains("clients"), "{text}");
}

#[test]
fn an_overview_that_is_too_large_is_folded_from_the_whole() {
    let theme = Theme::named("light").unwrap();
    let mut options = Options::new(&theme);
    options.layout.detail = crate::layout::Detail::Overview;
    let done = render(&fleet(150, 600), &options).unwrap();
    let text = String::from_utf8(done.bytes).unwrap();
    assert!(text.encode_utf16().count() <= 50_000 && text.matches("-->").count() <= 500);
    assert_eq!(done.notes.len(), 1);
    let said = quoted(&text);
    assert!(said.contains("folded, 600 configured servers in 150 hosts"), "{said}");
    assert!(!said.contains("folded, 0"), "{said}");
}

#[test]
fn what_no_folding_makes_fit_is_said_with_what_to_do() {
    let mut arch = seed();
    for at in 0..600 {
        let id = format!("repository-{at}");
        let words = format!("repository {at} {}", "with a long name ".repeat(6));
        arch.add_node(Node::new(&id, NodeKind::Repository, words, None, Evidence::Declared));
    }
    let theme = Theme::named("light").unwrap();
    let done = render(&arch, &Options::new(&theme)).unwrap();
    assert!(done.notes[0].message.contains("will not draw this"));
    let hint = done.notes[0].hint.as_deref().unwrap_or_default();
    assert!(hint.contains("--focus") && hint.contains("--split"), "{hint}");
}

#[test]
fn sixty_hosts_become_one_node_each() {
    check_limits(60, 600, "all hosts");
}

#[test]
fn a_thousand_hosts_become_one_node() {
    check_limits(1000, 1000, "all hosts");
}

#[test]
fn ten_thousand_notes_do_not_break_the_limits() {
    let mut arch = seed();
    arch.coverage = (0..10_000)
        .map(|n| format!("could not be read: folder-{n}/.mcp.json"))
        .collect();
    let text = draw(&arch);
    assert!(text.len() < 50_000);
    assert!(quoted(&text).contains("and 9988 more"), "{text}");
}

#[test]
fn only_the_way_to_a_token_is_dashed() {
    let text = draw(&seed());
    let dashed: Vec<&str> = text.lines().filter(|l| l.contains(".->")).collect();
    assert_eq!(dashed.len(), 1);
    assert!(dashed[0].contains("OAuth 2.1"), "{}", dashed[0]);
    assert!(!text.contains("dasharray"));
}

#[test]
fn tool_calls_pass_the_gate() {
    let text = draw(&seed());
    assert!(text.contains("n_model_claude_code --> n_gate_claude_code\n"));
    assert!(text.contains("n_gate_claude_code --> n_client_claude_code_tracker\n"));
    assert!(!text.contains("n_model_claude_code --> n_client"));
}

#[test]
fn every_box_sets_ground_border_and_text() {
    let text = draw(&office());
    let classes: Vec<&str> = text
        .lines()
        .filter(|l| l.trim().starts_with("classDef c_") && !l.contains("c_text"))
        .collect();
    assert!(classes.len() > 5);
    for class in classes {
        for key in ["fill:#", "stroke:#", "color:#"] {
            assert!(class.contains(key), "{class}");
        }
    }
}
