//! One message type for everything the program has to say about its input.

use std::fmt;

use serde::Serialize;

/// Says how much a message matters to the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing, changes nothing.
    Note,
    /// A part of the input was not used as written.
    Warning,
    /// An input could not be used at all; the run ends with exit code 2.
    Error,
}

/// Names a place in an input file: the displayed path, line and column (both from 1, in characters).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// Path as shown to the user; never absolute, never a home directory.
    pub path: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}

/// A message about the input: what, where, and what to do about it. It never holds a value of the input.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// Lower case, no full stop, says what was expected.
    pub message: String,
    /// The file alone, where no position applies.
    pub path: Option<String>,
    /// The position, where one is known.
    pub place: Option<Place>,
    /// Key path such as `mcpServers.github.command`; key names only.
    pub key: Option<String>,
    /// The remedy.
    pub hint: Option<String>,
    /// The structure around the position, for a terminal: key names and brackets, never a value.
    #[serde(skip)]
    pub excerpt: Option<String>,
}

impl Diagnostic {
    /// Makes a message without a place.
    pub fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self {
            severity,
            message: message.into(),
            path: None,
            place: None,
            key: None,
            hint: None,
            excerpt: None,
        }
    }

    /// Makes an error.
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message)
    }

    /// Makes a warning.
    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message)
    }

    /// Makes a note.
    pub fn note(message: impl Into<String>) -> Self {
        Self::new(Severity::Note, message)
    }

    /// Adds the file.
    #[must_use]
    pub fn in_file(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// Adds the position.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// Adds the key path.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Adds the remedy.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Makes control characters visible: a path or key must not steer the terminal or forge a line.
pub(crate) fn visible(text: &str) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let show = |c: char| {
        if hidden(c) {
            format!("[U+{:04X}]", u32::from(c))
        } else {
            c.to_string()
        }
    };
    text.chars().map(show).collect()
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{word}: ")?;
        if let Some(place) = &self.place {
            write!(f, "{}: ", visible(&place.to_string()))?;
        } else if let Some(path) = &self.path {
            write!(f, "{}: ", visible(path))?;
        }
        if let Some(key) = &self.key {
            write!(f, "{}: ", visible(key))?;
        }
        write!(f, "{}", visible(&self.message))?;
        if let Some(excerpt) = &self.excerpt {
            write!(f, "\n{excerpt}")?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_cannot_steer_the_terminal_or_forge_a_line() {
        let message = Diagnostic::error("x").in_file("a\nerror: fake\u{1b}[31m");
        assert_eq!(
            message.to_string(),
            "error: a[U+000A]error: fake[U+001B][31m: x"
        );
    }
}
