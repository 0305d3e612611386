//! The overlay: what the configuration cannot say, declared by somebody who knows (`mcpdiag.toml`).

use serde::Deserialize;
use toml::Spanned;

use crate::diagnostic::{Diagnostic, Place};
use crate::source::SourceFile;
use crate::syntax::{self, Syntax};

/// The content of an overlay file; positions are kept so that an entry that matches nothing can be named.
#[derive(Debug, Clone)]
pub struct Overlay {
    /// The entries.
    pub(super) entries: Entries,
    /// The file, for positions.
    pub(super) file: SourceFile,
}

/// The tables of the file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entries {
    /// Version of the format: 1.
    schema: Spanned<u32>,
    pub(super) machine: Option<Machine>,
    pub(super) organisation: Option<Organisation>,
    #[serde(default)]
    pub(super) server: Vec<Server>,
    #[serde(default)]
    pub(super) upstream: Vec<Upstream>,
    #[serde(default)]
    pub(super) authorization_server: Vec<AuthorizationServer>,
    #[serde(default)]
    pub(super) node: Vec<NodeEntry>,
}

/// `[machine]`: the local machine's name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Machine {
    pub(super) name: String,
}

/// `[organisation]`: domains that belong together.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Organisation {
    pub(super) name: String,
    pub(super) own_domains: Vec<Spanned<String>>,
}

/// `[[server]]`: facts about a configured server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Server {
    pub(super) name: Spanned<String>,
    pub(super) rename: Option<String>,
    pub(super) owner: Option<String>,
    pub(super) sandbox: Option<String>,
    pub(super) approval: Option<ApprovalWord>,
    #[serde(default)]
    pub(super) approval_tools: Vec<String>,
    #[serde(default)]
    pub(super) tools: Vec<String>,
    #[serde(default)]
    pub(super) hide: bool,
}

/// The approval words of the overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ApprovalWord {
    Asks,
    Auto,
    Blocked,
}

/// `[[upstream]]`: an API behind a server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Upstream {
    pub(super) server: Spanned<String>,
    pub(super) name: Option<String>,
    pub(super) url: Spanned<String>,
    #[serde(default)]
    pub(super) token: TokenWord,
}

/// Which token the server sends upstream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub(super) enum TokenWord {
    Own,
    Same,
    None,
    #[default]
    Unknown,
}

/// `[[authorization_server]]`: who issues the tokens for a server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AuthorizationServer {
    pub(super) server: Spanned<String>,
    pub(super) url: Spanned<String>,
    pub(super) flow: Option<String>,
    pub(super) resource: Option<String>,
}

/// `[[node]]`: a node of the picture by its id (see `-f json`).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NodeEntry {
    pub(super) id: Spanned<String>,
    pub(super) rename: Option<String>,
    pub(super) owner: Option<String>,
    #[serde(default)]
    pub(super) hide: bool,
}

impl Overlay {
    /// Reads an overlay file.
    pub fn read(file: SourceFile) -> Result<Self, Diagnostic> {
        // The parser of configurations says better what is wrong with the text itself.
        if let Err(error) = syntax::parse(&file, Syntax::Toml) {
            return Err(syntax::explain(error, &file, Some(Syntax::Toml)));
        }
        let entries: Entries = toml::from_str(&file.text).map_err(|e| explain(&file, &e))?;
        if *entries.schema.get_ref() != 1 {
            return Err(Diagnostic::error("unknown overlay format, expected 1")
                .at(file.place(entries.schema.span().start))
                .key("schema"));
        }
        Ok(Self { entries, file })
    }

    /// Returns the place of a value in the file.
    pub(super) fn place<T>(&self, value: &Spanned<T>) -> Place {
        self.file.place(value.span().start)
    }
}

/// Turns a TOML error into a message that never repeats a value.
fn explain(file: &SourceFile, error: &toml::de::Error) -> Diagnostic {
    let message = error.message();
    let expected = message.rfind("expected ").map(|at| &message[at..]);
    // The message of the parser names the key or value that it met: a secret may stand there.
    let text = match expected {
        _ if message.starts_with("missing field") => message.to_owned(),
        Some(expected) if message.starts_with("unknown field") => {
            format!("unknown key, {expected}")
        }
        Some(expected)
            if message.starts_with("invalid ") || message.starts_with("unknown variant") =>
        {
            format!("not a value of the overlay format, {expected}")
        }
        _ if message == "duplicate key" => "this key stands here twice".to_owned(),
        _ => "not a value of the overlay format".to_owned(),
    };
    let diagnostic = Diagnostic::error(text).hint("the overlay format stands in docs/overlay.md");
    match error.span() {
        Some(span) => diagnostic.at(file.place(span.start)),
        None => diagnostic.in_file(file.path.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(text: &str) -> String {
        Overlay::read(SourceFile::from_text("mcpdiag.toml", text))
            .expect_err("an error")
            .to_string()
    }

    #[test]
    fn errors_name_the_place_and_never_repeat_a_value() {
        assert!(
            error_of("schema = 2")
                .starts_with("error: mcpdiag.toml:1:10: schema: unknown overlay format")
        );
        let misspelt = error_of("schema = 1\n[machine]\nsk-CANARY = \"x\"\n");
        assert!(
            misspelt.contains("mcpdiag.toml:3:1: unknown key, expected `name`")
                && !misspelt.contains("CANARY"),
            "{misspelt}"
        );
        let wrong = error_of("schema = 1\n[machine]\nname = 47110815\n");
        assert!(
            wrong.contains("expected a string") && !wrong.contains("47110815"),
            "{wrong}"
        );
        let variant = error_of("schema = 1\n[[server]]\nname = \"a\"\napproval = \"sk-CANARY\"\n");
        assert!(
            variant.contains("expected one of") && !variant.contains("CANARY"),
            "{variant}"
        );
        let broken = error_of("schema = 1\nx = \"sk-CANARY\n");
        assert!(!broken.contains("CANARY"), "{broken}");
    }
}
