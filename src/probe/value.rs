//! Live values: credentials as they are; they are sent, and never shown.

use std::fmt;

/// A live value: it is sent or handed to a process, and never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Live(String);

impl Live {
    /// Takes a live value.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// Gives the value to what sends it.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Live(•••)")
    }
}
