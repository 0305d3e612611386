//! Alarms and remarks of what is left out.

use super::*;
use crate::graph::{Callout, MarkLevel};
use crate::inventory::testing::credential;
use crate::inventory::{Carrier, Form, Rule, SetBy};

#[test]
fn an_alarm_that_is_left_out_is_said_with_its_words() {
    let open = remote("plain", "http://mcp.tracker.example/mcp");
    let arch = select(
        draw(vec![project().with([open, npm("files", "p")])]),
        &only(&["files"]),
    )
    .unwrap();
    assert_eq!(arch.left_out.alarms.len(), 1, "{:?}", arch.left_out.alarms);
    assert_eq!(arch.left_out.alarms[0].0, "plain");
    assert!(
        arch.coverage[1].starts_with("with them 1 alarm: "),
        "{:?}",
        arch.coverage
    );
}

#[test]
fn what_nobody_approves_and_a_value_in_a_file_are_alarms_too() {
    let free = started("free", script("python", "s.py")).approved(Rule::AutoAll, SetBy::Repository);
    let token = credential("TOKEN", Form::Literal, Carrier::Header);
    let told = remote("told", "https://mcp.tracker.example/mcp").holding(token);
    let off = remote("off", "http://mcp.other.example/mcp").off();
    let arch = draw(vec![project().with([free, told, off, npm("files", "p")])]);
    let words = |arch: &Architecture| -> Vec<(String, String)> { arch.left_out.alarms.clone() };
    let left = words(&select(arch, &only(&["files"])).unwrap());
    let left: Vec<(&str, &str)> = left.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    assert_eq!(
        left,
        [
            ("free", "auto: all · set by repository"),
            ("told", "value in .mcp.json (project)"),
        ]
    );
}

#[test]
fn a_remark_goes_with_what_it_is_about_and_an_alarm_is_said() {
    let mut arch = office();
    let remark = |on: &[&str], text: &str| Callout {
        on: on.iter().map(|id| (*id).to_owned()).collect(),
        level: MarkLevel::Alarm,
        text: text.to_owned(),
        sources: Vec::new(),
    };
    let (chat, files) = ("client-claude-code-chat", "client-claude-code-files");
    arch.remarks = vec![
        remark(&[chat], "of one"),
        remark(&[chat, files], "of both"),
        remark(&[], "of all"),
    ];
    let part = select(arch, &only(&["files"])).unwrap();
    let kept: Vec<(&str, usize)> = part
        .remarks
        .iter()
        .map(|r| (r.text.as_str(), r.on.len()))
        .collect();
    assert_eq!(kept, [("of both", 1), ("of all", 0)]);
    let said = ["value in .mcp.json (project)", "of one"];
    assert_eq!(
        part.left_out.alarms,
        said.map(|text| ("chat".to_owned(), text.to_owned()))
    );
}

fn listening() -> Architecture {
    let open = npm("web", "p").launching(|l| l.listener = Some(port(8931, true)));
    draw(vec![project().with([open, npm("files", "p")])])
}

#[test]
fn who_calls_a_listener_from_outside_stays_with_it() {
    let with = select(listening(), &focus("web")).unwrap();
    assert_eq!(labels(&with, NodeKind::External).len(), 1);
    let without = select(listening(), &focus("files")).unwrap();
    assert_eq!(labels(&without, NodeKind::External), Vec::<&str>::new());
    let words: Vec<&str> = without
        .left_out
        .alarms
        .iter()
        .map(|(_, text)| text.as_str())
        .collect();
    assert_eq!(
        words,
        ["listens on all interfaces", "port 8931 on all interfaces"]
    );
}
