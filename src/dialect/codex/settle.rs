//! One setting in several files of Codex: the nearest file decides, and what the others say of it holds nowhere.

use super::host;
use crate::inventory::{HostFacts, Reading, strength};

/// Settings by the first word of their line, and the remark that goes with some.
const SETTINGS: [(&str, Option<&str>); 4] = [
    ("commands: ", Some(host::NEVER)),
    ("sandbox: ", Some(host::FULL_ACCESS)),
    ("network: ", None),
    ("web search: ", None),
];

/// Takes back what a nearer file sets otherwise. Files of one strength are of different projects, or equal.
pub(in crate::dialect) fn settle(readings: &mut [Reading]) {
    for (setting, remark) in SETTINGS {
        let sets = |reading: &&mut Reading| reading.client == "codex" && has(&reading.host, setting);
        let mut setters: Vec<&mut Reading> = readings.iter_mut().filter(sets).collect();
        let near = |reading: &Reading| strength(reading.client, reading.scope);
        let Some(nearest) = setters.iter().map(|reading| near(reading)).max() else {
            continue;
        };
        let alone = setters.iter().filter(|r| near(r) == nearest).count() == 1;
        for reading in setters.iter_mut().filter(|r| alone && near(r) != nearest) {
            take_back(&mut reading.host, setting, remark);
        }
    }
}

fn has(facts: &HostFacts, setting: &str) -> bool {
    let mut lines = facts.builtin_tools.iter().flat_map(|tools| &tools.lines);
    lines.any(|line| line.starts_with(setting))
}

fn take_back(facts: &mut HostFacts, setting: &str, remark: Option<&str>) {
    if let Some(tools) = &mut facts.builtin_tools {
        tools.lines.retain(|line| !line.starts_with(setting));
        if setting == "sandbox: " {
            tools.sandbox = None;
        }
    }
    match setting {
        "sandbox: " => facts.full_access = None,
        "commands: " => facts.gate = None,
        _ => {}
    }
    facts.marks.retain(|mark| Some(mark.text.as_str()) != remark);
}
