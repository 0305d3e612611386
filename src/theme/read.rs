//! Reads a theme file; every message names the file, the place and the key, and what was expected there.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::de::{DeTable, DeValue};

use super::{Colour, Hatch, Look, Role, Theme};
use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;
use crate::syntax::{self, Syntax};

/// Longest description, in characters: one line of the list and of the preview.
const DESCRIPTION: usize = 100;

/// A key of a role's table, for readers of theme files and of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// As written.
    pub word: &'static str,
    /// What is expected.
    pub expects: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

const COLOUR: &str = "a colour as `#rrggbb`";
const HATCH: &str = "one of none, rising, falling, cross, level, upright, dots";

/// Every key that a role's table may have.
pub const KEYS: &[Key] = &[
    Key {
        word: "fill",
        expects: COLOUR,
        meaning: "the surface",
    },
    Key {
        word: "line",
        expects: COLOUR,
        meaning: "border of a frame or box, line of a flow",
    },
    Key {
        word: "text",
        expects: COLOUR,
        meaning: "titles, labels and marks",
    },
    Key {
        word: "width",
        expects: "a width from 0.2 to 6 pixels",
        meaning: "of a frame's border or a flow's line; all boxes have the width of `host`",
    },
    Key {
        word: "dash",
        expects: "up to eight lengths from 0.5 to 50 pixels such as [6, 4]",
        meaning: "dashes and gaps of a frame's border or a flow's line; [] is solid",
    },
    Key {
        word: "hatch",
        expects: HATCH,
        meaning: "a pattern on the surface; it keeps clear of texts",
    },
    Key {
        word: "shade",
        expects: COLOUR,
        meaning: "the lines of the pattern; needed where there is a hatch",
    },
];

struct Reader<'a> {
    path: &'a str,
    text: &'a str,
}

/// Names a theme by the last part of its path; the folders before it may name people.
fn name(path: &str) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    file.trim_end_matches(".toml").to_owned()
}

pub(super) fn theme(path: &str, text: &str) -> Result<Theme, Diagnostic> {
    let reader = Reader { path, text };
    let parsed = DeTable::parse(text);
    if parsed.is_err() {
        // the parser of configurations says better what is wrong
        let file = reader.file();
        syntax::parse(&file, Syntax::Toml)
            .map_err(|error| syntax::explain(error, &file, Some(Syntax::Toml)))?;
    }
    let table = parsed.map_err(|error| {
        let text = match error.message() {
            "duplicate key" => "this key stands here twice",
            _ => "not valid TOML",
        };
        reader.error(error.span().unwrap_or(0..0), "", text.to_owned())
    })?;
    let mut looks = BTreeMap::new();
    for (key, value) in table.get_ref() {
        let word: &str = key.get_ref();
        if matches!(word, "base" | "description") {
            continue;
        }
        let Some(role) = Role::ALL.iter().copied().find(|role| role.word() == word) else {
            return Err(reader
                .error(key.span(), "", "unknown role".to_owned())
                .hint(format!(
                    "roles are {}; base and description stand beside them",
                    words(Role::ALL)
                )));
        };
        let DeValue::Table(entries) = value.get_ref() else {
            return Err(reader.error(
                value.span(),
                word,
                "expected a table such as { fill = \"#rrggbb\" }".to_owned(),
            ));
        };
        looks.insert(role, (reader.look(role, entries)?, key.span()));
    }
    let base = reader.base(table.get_ref())?;
    let mut full = BTreeMap::new();
    for role in Role::ALL.iter().copied() {
        let found = looks.get(&role);
        let below = base.as_ref().map(|theme| theme.look(role));
        let look = merged(found.map(|(look, _)| look), below);
        for need in role.needs() {
            if colour(&look, need).is_none() {
                let span = found.map_or(0..0, |(_, span)| span.clone());
                let key = format!("{}.{need}", role.word());
                return Err(reader
                    .error(span, &key, "is missing, expected `#rrggbb`".to_owned())
                    .hint(
                        "with `base = \"light\"` at the top, only what differs must be given"
                            .to_owned(),
                    ));
            }
        }
        if look.hatch != Hatch::None && look.shade.is_none() {
            let span = found.map_or(0..0, |(_, span)| span.clone());
            let key = format!("{}.shade", role.word());
            return Err(reader
                .error(span, &key, format!("is missing, expected {COLOUR}"))
                .hint("a hatch needs the colour of its lines, lighter than text".to_owned()));
        }
        full.insert(role, look);
    }
    Ok(Theme {
        name: name(path),
        description: reader.description(table.get_ref())?,
        looks: full,
    })
}

/// A look as the file gives it: width and dash may be left to the base.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Given {
    fill: Option<Colour>,
    line: Option<Colour>,
    text: Option<Colour>,
    width: Option<f64>,
    dash: Option<Vec<f64>>,
    hatch: Option<Hatch>,
    shade: Option<Colour>,
}

pub(super) fn merged(given: Option<&Given>, below: Option<&Look>) -> Look {
    Look {
        fill: given.and_then(|g| g.fill).or(below.and_then(|l| l.fill)),
        line: given.and_then(|g| g.line).or(below.and_then(|l| l.line)),
        text: given.and_then(|g| g.text).or(below.and_then(|l| l.text)),
        width: given
            .and_then(|g| g.width)
            .or(below.map(|l| l.width))
            .unwrap_or(1.0),
        dash: given
            .and_then(|g| g.dash.clone())
            .or(below.map(|l| l.dash.clone()))
            .unwrap_or_default(),
        hatch: given
            .and_then(|g| g.hatch)
            .or(below.map(|l| l.hatch))
            .unwrap_or(Hatch::None),
        shade: given.and_then(|g| g.shade).or(below.and_then(|l| l.shade)),
    }
}

fn colour(look: &Look, key: &str) -> Option<Colour> {
    match key {
        "fill" => look.fill,
        "line" => look.line,
        _ => look.text,
    }
}

fn words(roles: &[Role]) -> String {
    let words: Vec<&str> = roles.iter().map(|role| role.word()).collect();
    words.join(", ")
}

impl Reader<'_> {
    /// The file as messages need it.
    fn file(&self) -> SourceFile {
        SourceFile::from_text(self.path, self.text)
    }

    fn base(&self, table: &DeTable<'_>) -> Result<Option<Theme>, Diagnostic> {
        let Some((key, value)) = table.get_key_value("base") else {
            return Ok(None);
        };
        let names: Vec<&str> = super::BUILT_IN.iter().map(|(name, _)| *name).collect();
        let found = value.get_ref().as_str().and_then(Theme::named);
        found.map(Some).ok_or_else(|| {
            let message = format!("expected the name of a theme: {}", names.join(", "));
            self.error(value.span(), key.get_ref(), message)
        })
    }

    fn description(&self, table: &DeTable<'_>) -> Result<String, Diagnostic> {
        let Some((key, value)) = table.get_key_value("description") else {
            return Ok(String::new());
        };
        let one_line = |text: &&str| {
            text.chars().count() <= DESCRIPTION && !text.chars().any(char::is_control)
        };
        let found = value.get_ref().as_str().filter(one_line);
        found.map(str::to_owned).ok_or_else(|| {
            let message = format!("expected one line of at most {DESCRIPTION} characters");
            self.error(value.span(), key.get_ref(), message)
        })
    }

    fn look(&self, role: Role, entries: &DeTable<'_>) -> Result<Given, Diagnostic> {
        let mut given = Given::default();
        for (key, value) in entries {
            let word: &str = key.get_ref();
            let at = || format!("{}.{word}", role.word());
            let Some(known) = KEYS.iter().find(|known| known.word == word) else {
                let keys: Vec<&str> = KEYS.iter().map(|known| known.word).collect();
                let message = format!("unknown key, expected one of {}", keys.join(", "));
                return Err(self.error(key.span(), role.word(), message));
            };
            let found = value.get_ref();
            let colour = || found.as_str().and_then(Colour::parse);
            let good = match word {
                "fill" => kept(&mut given.fill, colour()),
                "line" => kept(&mut given.line, colour()),
                "text" => kept(&mut given.text, colour()),
                "shade" => kept(&mut given.shade, colour()),
                "width" => kept(
                    &mut given.width,
                    number(found).filter(|w| (0.2..=6.0).contains(w)),
                ),
                "dash" => kept(&mut given.dash, lengths(found)),
                _ => kept(&mut given.hatch, found.as_str().and_then(Hatch::named)),
            };
            if !good {
                let message = format!("expected {}", known.expects);
                return Err(self.error(value.span(), &at(), message));
            }
            if !role.takes(word) {
                let message = format!("is of no use here, expected {}", role.needs().join(", "));
                return Err(self.error(key.span(), &at(), message));
            }
        }
        Ok(given)
    }

    fn error(&self, span: Range<usize>, key: &str, message: String) -> Diagnostic {
        let error = Diagnostic::error(message).at(self.file().place(span.start));
        if key.is_empty() {
            error
        } else {
            error.key(key)
        }
    }
}

/// Keeps what was read; says whether there was something.
fn kept<T>(slot: &mut Option<T>, read: Option<T>) -> bool {
    *slot = read;
    slot.is_some()
}

fn lengths(value: &DeValue<'_>) -> Option<Vec<f64>> {
    let items = value.as_array()?;
    let lengths: Option<Vec<f64>> = items.iter().map(|item| number(item.get_ref())).collect();
    lengths.filter(|l| l.len() <= 8 && l.iter().all(|x| (0.5..=50.0).contains(x)))
}

fn number(value: &DeValue<'_>) -> Option<f64> {
    let text = match value {
        DeValue::Integer(number) => number.as_str(),
        DeValue::Float(number) => number.as_str(),
        _ => return None,
    };
    text.parse::<f64>().ok().filter(|n| n.is_finite())
}
