//! Helpers of the tests: a text in, one line per server out.

use super::{ReadOutcome, read};
use crate::inventory::{Reading, State, Target, Values};
use crate::source::SourceFile;
use crate::syntax::Parsed;

/// Parses a text as the file it would be.
pub(crate) fn parsed(path: &str, text: &str) -> (SourceFile, Parsed) {
    let file = SourceFile::from_text(path, text);
    let parsed = super::parse(&file).expect("the text parses");
    (file, parsed)
}

/// Reads a text as the file it would be.
pub(crate) fn outcome(path: &str, text: &str) -> ReadOutcome {
    let (file, parsed) = parsed(path, text);
    read(&file, &parsed, None, &mut Values::default())
}

/// Reads a text as a file of the given client.
pub(crate) fn forced(client: &str, path: &str, text: &str) -> ReadOutcome {
    let file = SourceFile::from_text(path, text);
    let parsed = super::parse(&file).expect("the text parses");
    read(&file, &parsed, Some(client), &mut Values::default())
}

/// Reads a text that holds something.
pub(crate) fn reading(path: &str, text: &str) -> Reading {
    outcome(path, text).reading.expect("a reading")
}

/// Describes each server in one line: name, transport, target, approval, and what stands out.
pub(crate) fn describe(reading: &Reading) -> Vec<String> {
    let line = |server: &crate::inventory::ServerEntry| {
        let target = match &server.target {
            Target::Process(launch) => format!("{:?}", program(launch)),
            Target::Remote(endpoint) => endpoint.shown.to_string(),
            Target::Builtin => "builtin".to_owned(),
            Target::Reference(_) => "reference".to_owned(),
            Target::Nothing => "nothing".to_owned(),
        };
        let target = target.trim_matches('"').to_owned();
        let mut line = format!(
            "{} | {} | {target} | {}",
            server.name,
            server.transport.word(),
            server.approval.rule.word()
        );
        for credential in &server.credentials {
            line = format!("{line} | {} {}", credential.name, credential.form.word());
        }
        match &server.state {
            State::Active => {}
            State::Disabled(why) => line = format!("{line} | off: {why}"),
            State::Refused(why) => line = format!("{line} | refused: {why}"),
        }
        line
    };
    reading.servers.iter().map(line).collect()
}

fn program(launch: &crate::inventory::Launch) -> String {
    use crate::inventory::launch::Program;
    match &launch.program {
        Program::Package {
            ecosystem, name, ..
        } => format!("{}:{name}", ecosystem.word()),
        Program::Image { name, .. } => format!("image {name}"),
        Program::Git { name, .. } => format!("git {name}"),
        Program::Script { runtime, name, .. } => format!("{runtime} {name}"),
        Program::Binary { name, .. }
        | Program::ProjectTask { name }
        | Program::WrapperScript { name } => name.to_string(),
        Program::Unknown => "unknown".to_owned(),
    }
}

/// Lists the words of the marks of a server.
pub(crate) fn marks<'a>(reading: &'a Reading, server: &str) -> Vec<&'a str> {
    let found = reading
        .servers
        .iter()
        .find(|entry| entry.name.as_str() == server)
        .expect("the server");
    found.marks.iter().map(|mark| mark.text.as_str()).collect()
}

/// Lists the words of the marks of the host.
pub(crate) fn host_marks(reading: &Reading) -> Vec<&str> {
    let marks = reading.host.marks.iter();
    marks.map(|mark| mark.text.as_str()).collect()
}

/// Lists the tool rules as `effect server/tool`.
pub(crate) fn rules(reading: &Reading) -> Vec<String> {
    let name = |name: &Option<crate::inventory::Redacted>| {
        name.as_ref()
            .map_or_else(|| "*".to_owned(), ToString::to_string)
    };
    let rules = reading.tool_policies.iter();
    rules
        .map(|rule| {
            let effect = format!("{:?}", rule.effect).to_lowercase();
            format!("{effect} {}/{}", name(&rule.server), name(&rule.tool))
        })
        .collect()
}
