//! JSON, JSONC, JSON5, TOML and YAML, read into one located value tree.

mod duplicates;
mod front_matter;
mod guess;
mod json;
mod key_path;
mod leniency;
mod node;
mod structure;
#[cfg(test)]
mod tests;
mod toml;
mod yaml;

use crate::diagnostic::Diagnostic;
use crate::source::SourceFile;

pub use guess::guess;
pub use key_path::{key_path, key_text};
pub use leniency::{Feature, Leniency};
pub use node::{Entry, Node, Value};
pub use structure::explain;

/// Deepest nesting of lists and maps that is read; deeper input is an error in every syntax.
pub const MAX_DEPTH: usize = 128;

/// The syntax of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Syntax {
    /// JSON as in RFC 8259.
    Json,
    /// JSON with comments and trailing commas.
    Jsonc,
    /// JSON5: also unquoted keys, single quotes, other numbers and escapes.
    Json5,
    /// TOML 1.1.
    Toml,
    /// YAML 1.2.
    Yaml,
    /// Markdown whose front matter, between `---` lines, is YAML.
    Markdown,
}

impl Syntax {
    /// Names the syntax for messages.
    pub fn name(self) -> &'static str {
        match self {
            Syntax::Json => "JSON",
            Syntax::Jsonc => "JSON with comments",
            Syntax::Json5 => "JSON5",
            Syntax::Toml => "TOML",
            Syntax::Yaml => "YAML",
            Syntax::Markdown => "Markdown",
        }
    }
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The value; nothing when the file is empty or holds only white space and comments.
    pub root: Option<Node>,
    /// The syntax that was needed: of JSON, JSONC and JSON5 the narrowest that reads the file, whatever was asked for.
    pub syntax: Syntax,
    /// What the text uses beyond strict JSON; empty for TOML and YAML.
    pub leniency: Leniency,
    /// Whether the text lacked its outer braces (`"name": {...}`) and was read as if it had them.
    pub fragment: bool,
    /// Duplicate keys and other things worth saying, none of them an error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file as the given syntax. All three kinds of JSON are read alike; see [`Parsed::leniency`].
pub fn parse(file: &SourceFile, syntax: Syntax) -> Result<Parsed, Diagnostic> {
    let mut parsed = match syntax {
        Syntax::Json | Syntax::Jsonc | Syntax::Json5 => json::parse(file)?,
        Syntax::Toml => toml::parse(file)?,
        Syntax::Yaml => yaml::parse(file)?,
        Syntax::Markdown => front_matter::parse(file)?,
    };
    if let Some(root) = &parsed.root {
        duplicates::report(file, root, &mut parsed.diagnostics);
    }
    Ok(parsed)
}

/// Makes the error for input that is nested too deeply.
fn too_deep(file: &SourceFile, offset: usize, limit: usize) -> Diagnostic {
    Diagnostic::error(format!("nesting deeper than {limit} levels"))
        .at(file.place(offset))
        .hint("a configuration is a few levels deep; check that this is the right file")
}
