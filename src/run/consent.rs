//! Consent before a process is started: the whole command is shown, and a person says yes.

use std::fmt::Write as _;
use std::io::{BufRead, IsTerminal, Write};

use crate::diagnostic::Diagnostic;
use crate::inventory::Redacted;
use crate::probe::{BASE_ENVIRONMENT, MARK, Plan, Start};

/// What becomes of a process when the probe is over.
const END: &str = if cfg!(any(target_os = "linux", windows)) {
    "killed, with what it started"
} else {
    "its process group is killed; what leaves the group stays"
};

/// Shows each command; without a yes its target is taken out of the plan.
pub(super) fn ask(
    plan: &mut Plan,
    yes: bool,
    messages: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    if plan.starts.is_empty() {
        return Ok(());
    }
    let input = std::io::stdin();
    let can_ask = input.is_terminal() && std::io::stderr().is_terminal();
    if !yes && !can_ask {
        return Err(Diagnostic::error(
            "a server is to be started, and there is no terminal to ask on",
        )
        .hint("`--yes` starts what --allow-run names without asking"));
    }
    let here = here();
    let mut refused = Vec::new();
    for (id, start) in &plan.starts {
        // Nobody listens on standard error: nothing to be done about it.
        let _ = write!(std::io::stderr().lock(), "{}", shown(start, &here));
        if !yes && !agrees(&mut input.lock()) {
            refused.push(id.clone());
            messages.push(
                Diagnostic::warning("not started: no consent")
                    .at(start.source.clone())
                    .key(start.name.as_str()),
            );
        }
    }
    plan.targets.retain(|target| !refused.contains(&target.id));
    Ok(())
}

fn agrees(input: &mut impl BufRead) -> bool {
    let _ = write!(std::io::stderr().lock(), "Start it? [y/N] ");
    let mut line = String::new();
    let read = input.read_line(&mut line);
    read.is_ok() && matches!(line.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}

/// Returns the directory in which a process starts whose entry names none.
fn here() -> String {
    std::env::current_dir().map_or_else(
        |_| "this directory".to_owned(),
        |path| {
            format!(
                "this directory, {}",
                Redacted::whole(&path.to_string_lossy())
            )
        },
    )
}

/// Says what would be started; `here` is where it starts without a word of its entry.
fn shown(start: &Start, here: &str) -> String {
    let cwd = start.cwd.as_deref().unwrap_or(here);
    let mut env: Vec<&str> = start.env.iter().map(Redacted::as_str).collect();
    for name in BASE_ENVIRONMENT.iter().copied().chain([MARK]) {
        // What the entry gives comes in place of our own.
        if !env.contains(&name) {
            env.push(name);
        }
    }
    let mut rows = vec![
        ("command", start.command.to_string()),
        ("in", cwd.to_owned()),
        ("environment", env.join(", ")),
        ("at the end", END.to_owned()),
    ];
    if !start.withheld.is_empty() {
        let names: Vec<&str> = start.withheld.iter().map(Redacted::as_str).collect();
        let option = format!("--send-credentials {}", start.name);
        rows.push((
            "kept back",
            format!("{} ({option} hands it over)", names.join(", ")),
        ));
    }
    let mut text = format!("{} ({})\n", start.name, start.source);
    for (head, row) in rows {
        let _ = writeln!(text, "  {head:13}{row}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    fn build() -> Start {
        use crate::diagnostic::Place;
        Start {
            name: Redacted::trusted("build"),
            source: Place {
                path: ".mcp.json".into(),
                line: 3,
                column: 5,
            },
            command: Redacted::trusted("docker run -i --rm 'my image'"),
            cwd: Some(Redacted::trusted("~/src")),
            env: vec![Redacted::trusted("LOG_LEVEL")],
            withheld: vec![Redacted::trusted("API_TOKEN")],
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_person_sees_the_whole_command_and_names_of_variables() {
        insta::assert_snapshot!(shown(&build(), "nowhere"));
        let mut start = build();
        start.cwd = None;
        let shown = shown(&start, "this directory, /srv/notes");
        assert!(
            shown.contains("\n  in           this directory, /srv/notes\n"),
            "{shown}"
        );
    }

    #[test]
    fn only_a_yes_is_a_yes() {
        for (typed, expected) in [
            ("y\n", true),
            ("YES\n", true),
            ("\n", false),
            ("n\n", false),
            ("yeah, why not\n", false),
            ("", false),
        ] {
            assert_eq!(agrees(&mut typed.as_bytes()), expected, "{typed:?}");
        }
    }
}
