//! Telling secrets from other text: by the name they stand under, by their shape, by their entropy.

/// What a text is, as far as its name and shape tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suspicion {
    /// A secret, or to be treated as one.
    Secret,
    /// A placeholder (`YOUR_TOKEN`, `<key>`, `xxx`).
    Placeholder,
    /// Neither.
    Plain,
}
