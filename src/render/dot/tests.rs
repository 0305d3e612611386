use proptest::prelude::*;

use super::*;
use crate::render::samples::{HOSTILE, fleet, hostile, office, seed};
use crate::theme::Theme;

fn draw(arch: &Architecture) -> String {
    let theme = Theme::named("light").unwrap();
    String::from_utf8(render(arch, &Options::new(&theme)).unwrap()).unwrap()
}

/// Reads DOT as Graphviz does as far as quotes go: everything outside strings, each string as `""`; the labels apart.
fn tokens(text: &str) -> (String, Vec<String>) {
    let (mut outside, mut strings) = (String::new(), Vec::new());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        outside.push(c);
        if c != '"' {
            continue;
        }
        let mut inside = String::new();
        loop {
            match chars.next().expect("every quote is closed") {
                '"' => break,
                '\\' => {
                    let next = chars.next().expect("a backslash has a follower");
                    assert!("\\\"nl".contains(next), "\\{next} in a string");
                    inside.extend(['\\', next]);
                }
                '\n' => panic!("a string goes over the line: {inside}"),
                '&' => {
                    assert!(chars.as_str().starts_with("amp;"), "an entity in {inside}");
                    inside.push('&');
                }
                c => inside.push(c),
            }
        }
        outside.push('"');
        strings.push(inside);
    }
    (outside, strings)
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
    let expected = tokens(&draw(&hostile("name"))).0;
    for text in HOSTILE {
        assert_eq!(tokens(&draw(&hostile(text))).0, expected, "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_text_leaves_the_structure_alone(text in any::<String>()) {
        prop_assert_eq!(tokens(&draw(&hostile(&text))).0, tokens(&draw(&hostile("name"))).0);
    }
}

#[test]
fn names_come_back_as_they_were() {
    let (_, strings) = tokens(&draw(&hostile("a \"b\" & c")));
    assert!(
        strings.iter().any(|s| s.starts_with("a \\\"b\\\" &amp; c")),
        "{strings:?}"
    );
}

#[test]
fn only_the_way_to_a_token_is_dashed() {
    let text = draw(&seed());
    let dashed: Vec<&str> = text
        .lines()
        .filter(|l| l.contains("dashed") && !l.contains("legend_"))
        .collect();
    assert_eq!(dashed.len(), 1);
    assert!(dashed[0].contains("authorization-server"), "{}", dashed[0]);
}

#[test]
fn frames_nest_as_boundaries_do() {
    let text = draw(&seed());
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("no {what}"));
    assert!(at("cluster_machine-local") < at("cluster_os-user-local"));
    assert!(at("cluster_os-user-local") < at("cluster_host-claude-code"));
    assert_eq!(text.matches('{').count(), text.matches('}').count());
}

#[test]
fn every_client_of_a_large_fleet_is_there() {
    let text = draw(&fleet(4, 600));
    for at in 0..600 {
        assert!(
            text.contains(&format!("label=\"server-number-{at}\\n")),
            "{at}"
        );
    }
}
