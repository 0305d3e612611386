//! `--list-sources`: which files were read, empty, ignored, failed or absent, as a table or as JSON.

use serde::Serialize;

use super::Absent;
use crate::diagnostic::{Diagnostic, Severity, visible};
use crate::inventory::{Inventory, SourceReport, SourceStatus};
use crate::output::{Target, table};
use crate::render::Format;
use crate::settings::extension;

/// Decides the format of the list: text, or JSON where the flag or the extension says so.
pub fn format(flag: Option<&str>, target: &Target) -> Result<Format, Diagnostic> {
    let told = match (flag, target) {
        (Some(name), _) => Format::named(name),
        (None, Target::Stdout) => Some(Format::Text),
        (None, Target::File(path)) => extension(path).and_then(|e| Format::by_extension(&e)),
    };
    told.filter(|format| matches!(format, Format::Text | Format::Json))
        .ok_or_else(|| {
            Diagnostic::error("--list-sources writes text or JSON")
                .hint("add `-f text` or `-f json`")
        })
}

/// A file or a place without one.
#[derive(Serialize)]
struct Line<'a> {
    path: &'a str,
    status: &'static str,
    clients: Vec<&'a str>,
    scope: Option<&'static str>,
    servers: usize,
    also_read_by: &'a [&'static str],
    notes: &'a [String],
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct List<'a> {
    schema: u32,
    sources: Vec<Line<'a>>,
    coverage: &'a [String],
}

/// Writes the list.
pub fn write(inventory: &Inventory, absent: &[Absent], format: Format) -> String {
    let lines = lines(inventory, absent);
    if format == Format::Json {
        let list = List {
            schema: 1,
            sources: lines,
            coverage: &inventory.coverage,
        };
        // Texts and numbers only: nothing of it can fail.
        return serde_json::to_string_pretty(&list).unwrap_or_default() + "\n";
    }
    text(&lines)
}

/// Sorts by what happened, then by path.
fn lines<'a>(inventory: &'a Inventory, absent: &'a [Absent]) -> Vec<Line<'a>> {
    let mut sources: Vec<&SourceReport> = inventory.sources.iter().collect();
    sources.sort_by(|a, b| (a.status, &a.path).cmp(&(b.status, &b.path)));
    let there = sources.into_iter().map(|source| Line {
        path: &source.path,
        status: source.status.word(),
        clients: source.client.into_iter().collect(),
        scope: source.scope.map(crate::inventory::Scope::word),
        servers: source.servers,
        also_read_by: &source.also_read_by,
        notes: &source.notes,
        reason: reason(inventory, source),
    });
    let mut absent: Vec<&Absent> = absent.iter().collect();
    absent.sort_by(|a, b| a.path.cmp(&b.path));
    let missing = absent.into_iter().map(|place| Line {
        path: &place.path,
        status: "absent",
        clients: place.clients.clone(),
        scope: Some(place.scope.word()),
        servers: 0,
        also_read_by: &[],
        notes: &[],
        reason: None,
    });
    there.chain(missing).collect()
}

/// Why a file could not be read: the first error about it.
fn reason<'a>(inventory: &'a Inventory, source: &SourceReport) -> Option<&'a str> {
    if source.status != SourceStatus::Failed {
        return None;
    }
    let about = |error: &&Diagnostic| {
        let path = error.place.as_ref().map(|place| &place.path);
        error.severity == Severity::Error && path.or(error.path.as_ref()) == Some(&source.path)
    };
    let error = inventory.diagnostics.iter().find(about)?;
    Some(&error.message)
}

fn text(lines: &[Line<'_>]) -> String {
    let mut rows = vec![["status", "servers", "scope", "client", "file"].map(str::to_owned)];
    for line in lines {
        let mut file = visible(line.path);
        if let Some(reason) = line.reason {
            file = format!("{file}: {}", visible(reason));
        }
        let read = line.status == "read";
        rows.push([
            line.status.to_owned(),
            if read {
                line.servers.to_string()
            } else {
                "-".to_owned()
            },
            line.scope.unwrap_or("-").to_owned(),
            clients(&line.clients),
            file,
        ]);
    }
    let mut out = table(&rows);
    let count = |status: &str| lines.iter().filter(|line| line.status == status).count();
    let counts: Vec<String> = ["read", "empty", "ignored", "failed", "absent"]
        .into_iter()
        .map(|status| format!("{} {status}", count(status)))
        .collect();
    out.push_str(&counts.join(", "));
    out.push('\n');
    out
}

fn clients(ids: &[&str]) -> String {
    match ids {
        [] => "-".to_owned(),
        [one] => (*one).to_owned(),
        [first, rest @ ..] => format!("{first} +{}", rest.len()),
    }
}
