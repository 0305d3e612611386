//! Themes: what each role of the picture looks like. Data files only, no logic per client.

mod built_in;
mod colour;
mod hatch;
mod read;
mod role;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::output::reason;
use crate::spelling::nearest;

pub use colour::Colour;
pub use hatch::Hatch;
pub use read::{KEYS, Key};
pub use role::Role;

/// Declares the built-in themes: one line each, the file is `themes/NAME.toml`.
macro_rules! themes {
    ($($name:literal),* $(,)?) => {
        /// Names of the built-in themes, the default first, each with what the build script made of its file.
        pub const BUILT_IN: &[(&str, &str)] = &[$(($name, include_str!(concat!(env!("OUT_DIR"), "/", $name, ".json")))),*];
    };
}

themes! {
    "light",
    "dark",
    "print",
    "high-contrast",
    "colorblind",
}

/// What a role looks like.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Surfaces.
    pub fill: Option<Colour>,
    /// Borders and lines.
    pub line: Option<Colour>,
    /// Text.
    pub text: Option<Colour>,
    /// Width of borders and lines.
    pub width: f64,
    /// Lengths of dashes and gaps; empty means solid. Of a flow's line or a boundary's border.
    pub dash: Vec<f64>,
    /// Pattern on the surface.
    pub hatch: Hatch,
    /// Colour of the pattern's lines.
    pub shade: Option<Colour>,
}

/// A theme: the look of every role.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Theme {
    /// Name, for messages and the preview.
    pub name: String,
    /// What it is for, in one line; empty when its file does not say.
    pub description: String,
    looks: BTreeMap<Role, Look>,
}

impl Theme {
    /// Returns a built-in theme.
    pub fn named(name: &str) -> Option<Self> {
        let (name, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Some(built_in::theme(name, text))
    }

    /// Returns a built-in theme by name, or reads a theme file.
    pub fn load(name_or_path: &str) -> Result<Self, Diagnostic> {
        if let Some(theme) = Self::named(name_or_path) {
            return Ok(theme);
        }
        let names: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
        let is_file = std::path::Path::new(name_or_path)
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
        let expected = format!(
            "expected one of {} or the path of a .toml file",
            names.join(", ")
        );
        if !is_file {
            let error = Diagnostic::error(format!("unknown theme, {expected}"));
            return Err(match nearest(name_or_path, names.iter().copied()) {
                Some(near) => error.hint(format!("did you mean {near}?")),
                None => error,
            });
        }
        let text = std::fs::read_to_string(name_or_path).map_err(|error| {
            Diagnostic::error(format!("cannot read the theme: {}", reason(&error)))
                .in_file(name_or_path)
                .hint(expected)
        })?;
        Self::parse(name_or_path, &text)
    }

    /// Reads the text of a theme file; `path` is for messages.
    pub fn parse(path: &str, text: &str) -> Result<Self, Diagnostic> {
        read::theme(path, text)
    }

    /// Returns what a role looks like.
    pub fn look(&self, role: Role) -> &Look {
        static PLAIN: Look = Look {
            fill: None,
            line: None,
            text: None,
            width: 1.0,
            dash: Vec::new(),
            hatch: Hatch::None,
            shade: None,
        };
        self.looks.get(&role).unwrap_or(&PLAIN)
    }

    /// Says whether text is light on dark.
    pub fn is_dark(&self) -> bool {
        let (ground, ink) = (self.look(Role::Canvas).fill, self.look(Role::Ink).text);
        match (ground, ink) {
            (Some(ground), Some(ink)) => {
                let black = Colour([0; 3]);
                ground.contrast(black) < ink.contrast(black)
            }
            _ => false,
        }
    }
}
