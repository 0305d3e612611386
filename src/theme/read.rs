//! Reads a theme file; every message names the file, the place and the key, and what was expected there.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::{Colour, Look, Role, Theme};
use crate::diagnostic::{Diagnostic, Place};

const COLOURS: [&str; 3] = ["fill", "line", "text"];

struct Reader<'a> {
    path: &'a str,
    text: &'a str,
}

/// Shows the last part of a path; the folders before it may name people.
pub(super) fn shown(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned()
}

pub(super) fn theme(path: &str, text: &str) -> Result<Theme, Diagnostic> {
    let reader = Reader { path, text };
    let table = DeTable::parse(text).map_err(|error| {
        reader.error(
            error.span().unwrap_or(0..0),
            "",
            "not valid TOML".to_owned(),
        )
    })?;
    let mut looks = BTreeMap::new();
    for (key, value) in table.get_ref() {
        let word: &str = key.get_ref();
        if word == "base" {
            continue;
        }
        let Some(role) = Role::ALL.iter().copied().find(|role| role.word() == word) else {
            return Err(reader
                .error(key.span(), "", "unknown role".to_owned())
                .hint(format!("roles are {}", words(Role::ALL))));
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
        full.insert(role, look);
    }
    Ok(Theme {
        name: path.trim_end_matches(".toml").to_owned(),
        looks: full,
    })
}

/// A look as the file gives it: width and dash may be left to the base.
#[derive(Default)]
struct Given {
    colours: [Option<Colour>; 3],
    width: Option<f64>,
    dash: Option<Vec<f64>>,
}

fn merged(given: Option<&Given>, below: Option<&Look>) -> Look {
    let colour = |at: usize, base: Option<Colour>| given.and_then(|g| g.colours[at]).or(base);
    Look {
        fill: colour(0, below.and_then(|l| l.fill)),
        line: colour(1, below.and_then(|l| l.line)),
        text: colour(2, below.and_then(|l| l.text)),
        width: given
            .and_then(|g| g.width)
            .or(below.map(|l| l.width))
            .unwrap_or(1.0),
        dash: given
            .and_then(|g| g.dash.clone())
            .or(below.map(|l| l.dash.clone()))
            .unwrap_or_default(),
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
    fn base(&self, table: &DeTable<'_>) -> Result<Option<Theme>, Diagnostic> {
        let Some((key, value)) = table.get_key_value("base") else {
            return Ok(None);
        };
        let names: Vec<&str> = super::BUILT_IN.iter().map(|(name, _)| *name).collect();
        // A built-in theme has no base itself, so this ends.
        let found = value
            .get_ref()
            .as_str()
            .filter(|_| !names.contains(&self.path))
            .and_then(Theme::named);
        found.map(Some).ok_or_else(|| {
            let message = format!("expected the name of a theme: {}", names.join(", "));
            self.error(value.span(), key.get_ref(), message)
        })
    }

    fn look(&self, role: Role, entries: &DeTable<'_>) -> Result<Given, Diagnostic> {
        let mut given = Given::default();
        for (key, value) in entries {
            let word: &str = key.get_ref();
            let at = format!("{}.{word}", role.word());
            let expected = |what: &str| self.error(value.span(), &at, format!("expected {what}"));
            match word {
                "fill" | "line" | "text" => {
                    let read = value.get_ref().as_str().and_then(Colour::parse);
                    let read = read.ok_or_else(|| expected("a colour as `#rrggbb`"))?;
                    if let Some(slot) = COLOURS.iter().position(|c| *c == word) {
                        given.colours[slot] = Some(read);
                    }
                }
                "width" => {
                    let read = number(value.get_ref()).filter(|w| (0.2..=6.0).contains(w));
                    given.width =
                        Some(read.ok_or_else(|| expected("a width from 0.2 to 6 pixels"))?);
                }
                "dash" => {
                    let read = value.get_ref().as_array().and_then(|items| {
                        let lengths: Option<Vec<f64>> =
                            items.iter().map(|item| number(item.get_ref())).collect();
                        lengths
                            .filter(|l| l.len() <= 8 && l.iter().all(|x| (0.5..=50.0).contains(x)))
                    });
                    given.dash = Some(read.ok_or_else(|| {
                        expected("up to eight lengths from 0.5 to 50 pixels such as [6, 4]")
                    })?);
                }
                _ => {
                    let message = "unknown key, expected fill, line, text, width or dash";
                    return Err(self.error(key.span(), role.word(), message.to_owned()));
                }
            }
        }
        Ok(given)
    }

    fn error(&self, span: Range<usize>, key: &str, message: String) -> Diagnostic {
        let before = self.text.get(..span.start).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let error = Diagnostic::error(message).at(Place {
            path: self.path.to_owned(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
        });
        if key.is_empty() {
            error
        } else {
            error.key(key)
        }
    }
}

fn number(value: &DeValue<'_>) -> Option<f64> {
    let text = match value {
        DeValue::Integer(number) => number.as_str(),
        DeValue::Float(number) => number.as_str(),
        _ => return None,
    };
    text.parse::<f64>().ok().filter(|n| n.is_finite())
}
