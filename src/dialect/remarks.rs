//! What the clients of a file stumble over: comments, a byte order mark, what they refuse.

use super::detect::Detected;
use super::model::Strictness;
use crate::diagnostic::Place;
use crate::inventory::MarkLevel;
use crate::source::SourceFile;
use crate::syntax::{self, Parsed, Syntax};

/// Something in a file that its client cannot read.
pub(super) struct Refusal {
    /// What it is: `comments (.mcp.json:3)`: a picture shows several files.
    pub(super) words: String,
    /// Where it stands.
    pub(super) place: Place,
    /// Whether the client is known to drop the whole file.
    pub(super) sure: bool,
}

/// Lists what a client of this strictness stumbles over.
pub(super) fn refusals(file: &SourceFile, parsed: &Parsed, strict: Strictness) -> Vec<Refusal> {
    let sure = matches!(strict, Strictness::Strict | Strictness::CommentsOnly);
    let mut found = Vec::new();
    if file.had_bom && matches!(strict, Strictness::Strict | Strictness::Unknown) {
        found.push(Refusal {
            words: format!("it begins with a byte order mark ({})", file.path),
            place: file.place(0),
            sure,
        });
    }
    if file.utf16 {
        // Who reads strict JSON reads UTF-8; others may look at the first bytes.
        found.push(Refusal {
            words: "it is UTF-16 text".to_owned(),
            place: file.place(0),
            sure,
        });
    }
    if !is_json(parsed) {
        return found;
    }
    let beyond = match strict {
        Strictness::Json5 => None,
        Strictness::Lenient => parsed.leniency.beyond(Syntax::Jsonc),
        Strictness::CommentsOnly => {
            let mut used = parsed.leniency.used().iter().copied();
            used.find(|(feature, _)| *feature != syntax::Feature::Comment)
        }
        Strictness::Strict | Strictness::Unknown => parsed.leniency.beyond(Syntax::Json),
    };
    if let Some((feature, offset)) = beyond {
        let place = file.place(offset);
        found.push(Refusal {
            words: format!("{} ({}:{})", feature.name(), place.path, place.line),
            place,
            sure,
        });
    }
    found
}

fn is_json(parsed: &Parsed) -> bool {
    matches!(parsed.syntax, Syntax::Json | Syntax::Jsonc | Syntax::Json5)
}

pub(super) type Remark = (MarkLevel, String, Option<Place>);

/// Remarks on the file as a whole: what its clients would stumble over.
pub(super) fn remarks(
    file: &SourceFile,
    parsed: &Parsed,
    detected: &Detected,
    refusals: &[Refusal],
) -> Vec<Remark> {
    let mut found = Vec::new();
    let product = detected.dialect.product;
    for refusal in refusals {
        let (words, place) = (&refusal.words, Some(refusal.place.clone()));
        let does = if refusal.sure {
            "will not load this file"
        } else {
            "may refuse this file"
        };
        found.push((
            MarkLevel::Warning,
            format!("{product} {does}: {words}"),
            place,
        ));
    }
    found.extend(others(file, parsed, detected));
    found.extend(
        detected
            .ignored_by
            .clone()
            .map(|text| (MarkLevel::Warning, text, Some(file.place(0)))),
    );
    if super::link::is_shown(&file.path) {
        let text = "an install link: shown as if it were installed".to_owned();
        found.push((MarkLevel::Note, text, None));
    }
    if parsed.fragment {
        let text = "a fragment without its outer braces".to_owned();
        found.push((MarkLevel::Note, text, Some(file.place(0))));
    }
    if detected.dialect.id == super::generic::ID {
        let text = "client unknown: name it with --client".to_owned();
        found.push((MarkLevel::Note, text, None));
    }
    found
}

/// Other readers of the same file that are known to drop it.
fn others(file: &SourceFile, parsed: &Parsed, detected: &Detected) -> Vec<Remark> {
    let mut found = Vec::new();
    for product in &detected.also_read_by {
        let strict = super::all()
            .filter(|dialect| dialect.product == *product)
            .map(|dialect| super::known::strictness(dialect, &file.segments));
        for refusal in strict.flat_map(|strict| refusals(file, parsed, strict)) {
            if refusal.sure {
                let text = format!("{product} will not load this file: {}", refusal.words);
                found.push((MarkLevel::Warning, text, Some(refusal.place)));
            }
        }
    }
    found
}

pub(super) fn strictness(detected: &Detected) -> Strictness {
    detected
        .file
        .and_then(|known| known.strict)
        .unwrap_or(detected.dialect.strict)
}
