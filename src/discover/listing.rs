//! `--list-sources`: which files were read, empty, ignored, failed or absent, as a table or as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Absent;
use crate::diagnostic::{Diagnostic, visible};
use crate::inventory::{Inventory, SourceReport};
use crate::output::{Target, rows, table};
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

/// Writes the list; as text with the places without a file one by one only where `all` is wanted.
pub fn write(inventory: &Inventory, absent: &[Absent], format: Format, all: bool) -> String {
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
    text(&lines, all)
}

/// The order of the list: what was read, what could not be, what held nothing, what is not there.
const ORDER: [&str; 5] = ["read", "failed", "empty", "ignored", ABSENT];

const ABSENT: &str = "absent";

/// Width of the list of clients whose places are empty.
const WIDTH: usize = 100;

/// Sorts by what happened, then by path.
fn lines<'a>(inventory: &'a Inventory, absent: &'a [Absent]) -> Vec<Line<'a>> {
    let mut sources: Vec<&SourceReport> = inventory.sources.iter().collect();
    let rank = |source: &SourceReport| ORDER.iter().position(|word| *word == source.status.word());
    sources.sort_by(|a, b| (rank(a), &a.path).cmp(&(rank(b), &b.path)));
    let there = sources.into_iter().map(|source| Line {
        path: &source.path,
        status: source.status.word(),
        clients: source.client.into_iter().collect(),
        scope: source.scope.map(crate::inventory::Scope::word),
        servers: source.servers,
        also_read_by: &source.also_read_by,
        notes: &source.notes,
        reason: source.reason.as_deref(),
    });
    let mut absent: Vec<&Absent> = absent.iter().collect();
    absent.sort_by(|a, b| a.path.cmp(&b.path));
    let missing = absent.into_iter().map(|place| Line {
        path: &place.path,
        status: ABSENT,
        clients: place.clients.clone(),
        scope: Some(place.scope.word()),
        servers: 0,
        also_read_by: &[],
        notes: &[],
        reason: None,
    });
    there.chain(missing).collect()
}

fn text(lines: &[Line<'_>], all: bool) -> String {
    let mut rows = vec![["status", "servers", "scope", "client", "file"].map(str::to_owned)];
    for line in lines.iter().filter(|line| all || line.status != ABSENT) {
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
    let mut out = if rows.len() > 1 {
        table(&rows)
    } else {
        String::new()
    };
    let count = |status: &str| lines.iter().filter(|line| line.status == status).count();
    let counts: Vec<String> = ORDER
        .into_iter()
        .map(|status| format!("{} {status}", count(status)))
        .collect();
    out.push_str(&counts.join(", "));
    out.push('\n');
    if !all && count(ABSENT) > 0 {
        out.push_str(&absent_by_client(lines));
    }
    out
}

/// Lists how many places of each client hold no file.
fn absent_by_client(lines: &[Line<'_>]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let absent = lines.iter().filter(|line| line.status == ABSENT);
    for client in absent.flat_map(|line| &line.clients) {
        *counts.entry(client).or_default() += 1;
    }
    let last = counts.len().saturating_sub(1);
    let words = counts.iter().enumerate().map(|(number, (client, count))| {
        let comma = if number < last { "," } else { "" };
        format!("{client} {count}{comma}")
    });
    let rows = rows(words, WIDTH - 2).join("\n  ");
    format!("places without a file (-v lists them):\n  {rows}\n")
}

fn clients(ids: &[&str]) -> String {
    match ids {
        [] => "-".to_owned(),
        [one] => (*one).to_owned(),
        [first, rest @ ..] => format!("{first} +{}", rest.len()),
    }
}
