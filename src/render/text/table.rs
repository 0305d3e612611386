//! The table of credentials.

use std::collections::BTreeMap;

use super::boxes::{plain, width};
use crate::graph::{Architecture, CredentialRecord, Evidence};
use crate::render::words;

const HEADS: [&str; 5] = ["name", "form", "stored at", "held by", "sent to"];
/// Narrowest and widest columns, in cells.
const LIMITS: [(usize, usize); 5] = [(8, 20), (4, 11), (9, 20), (7, 16), (7, 17)];

/// Returns the lines of the table; nothing without credentials.
pub(super) fn credentials(arch: &Architecture, columns: usize) -> Vec<String> {
    if arch.credentials.is_empty() {
        return Vec::new();
    }
    let names: BTreeMap<&str, String> = arch
        .nodes()
        .map(|n| (n.id.as_str(), plain(&words::title(n))))
        .collect();
    let rows: Vec<[String; 5]> = arch.credentials.iter().map(|c| row(c, &names)).collect();
    let widths = widths(&rows, columns);
    let mut out = Vec::new();
    out.extend(lay(&HEADS.map(str::to_owned), &widths));
    out.push(
        widths
            .iter()
            .map(|w| "─".repeat(*w))
            .collect::<Vec<_>>()
            .join("─┼─"),
    );
    for row in &rows {
        out.extend(lay(row, &widths));
    }
    out
}

fn row(credential: &CredentialRecord, names: &BTreeMap<&str, String>) -> [String; 5] {
    let list = |ids: &[String]| {
        let texts: Vec<&str> = ids
            .iter()
            .map(|id| names.get(id.as_str()).map_or(id.as_str(), String::as_str))
            .collect();
        texts.join(", ")
    };
    let mut name = plain(&words::short(&credential.name, 60));
    if name.is_empty() {
        "(no name)".clone_into(&mut name);
    }
    if let Some(group) = credential.shared_group {
        name = format!("{name} (same value: group {group})");
    }
    let form = if credential.placeholder {
        format!("{}, placeholder", credential.form)
    } else {
        credential.form.to_owned()
    };
    let sent = match (credential.sent_to.is_empty(), credential.evidence) {
        (true, _) => "not known".to_owned(),
        (false, Evidence::Inferred | Evidence::Assumed) => {
            let names = list(&credential.sent_to);
            format!("? {}", names.strip_prefix("? ").unwrap_or(&names))
        }
        (false, _) => list(&credential.sent_to),
    };
    [
        name,
        form,
        plain(&words::short(&credential.stored_at, 80)),
        list(&credential.holders),
        sent,
    ]
}

/// Gives each column what it needs within its limits, then what is left to those that need more.
fn widths(rows: &[[String; 5]], columns: usize) -> [usize; 5] {
    let mut wanted = [0; 5];
    for (at, head) in HEADS.iter().enumerate() {
        let widest = rows.iter().map(|row| width(&row[at])).max().unwrap_or(0);
        wanted[at] = widest.max(head.len());
    }
    let mut given = [0; 5];
    for at in 0..5 {
        given[at] = wanted[at].clamp(LIMITS[at].0, LIMITS[at].1);
    }
    let room = columns.saturating_sub(3 * 4);
    let mut left = room.saturating_sub(given.iter().sum());
    for at in [2, 4, 3, 0, 1] {
        let more = wanted[at].saturating_sub(given[at]).min(left);
        given[at] += more;
        left -= more;
    }
    given
}

fn lay(row: &[String; 5], widths: &[usize; 5]) -> Vec<String> {
    let cells: Vec<Vec<String>> = row
        .iter()
        .zip(widths)
        .map(|(text, w)| words::wrap_by(text, *w, width))
        .collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    (0..height)
        .map(|at| {
            let parts: Vec<String> = cells
                .iter()
                .zip(widths)
                .map(|(cell, w)| {
                    let text = cell.get(at).map(String::as_str).unwrap_or_default();
                    format!("{text}{}", " ".repeat(w.saturating_sub(width(text))))
                })
                .collect();
            parts.join(" │ ").trim_end().to_owned()
        })
        .collect()
}
