//! Hatches: patterns of thin lines that tell surfaces apart where colour cannot.

use serde::Deserialize;

/// Declares the hatches with the word that theme files use.
macro_rules! hatches {
    ($($(#[doc = $doc:literal])+ $name:ident = $word:literal;)*) => {
        /// A pattern on a surface.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        #[serde(try_from = "&str")]
        pub enum Hatch { $($(#[doc = $doc])+ $name),* }

        impl Hatch {
            /// All hatches.
            pub const ALL: &[Hatch] = &[$(Hatch::$name),*];

            /// Gives the word of theme files.
            pub fn word(self) -> &'static str {
                match self { $(Hatch::$name => $word),* }
            }

            /// Says what it looks like.
            pub fn meaning(self) -> &'static str {
                match self { $(Hatch::$name => concat!($($doc),+).trim_ascii()),* }
            }
        }
    };
}

hatches! {
    /// no pattern
    None = "none";
    /// lines that rise to the right
    Rising = "rising";
    /// lines that fall to the right
    Falling = "falling";
    /// rising and falling lines
    Cross = "cross";
    /// level lines
    Level = "level";
    /// upright lines
    Upright = "upright";
    /// rows of dots
    Dots = "dots";
}

impl Hatch {
    /// Finds a hatch by its word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|hatch| hatch.word() == word)
    }
}
