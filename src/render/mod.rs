//! Formats: an architecture in, bytes out; one file per format, no input or output of its own.

mod fold;
mod legible;
mod outline;
#[cfg(test)]
mod samples;
pub mod sheet;
mod words;
mod xml;

use crate::diagnostic::Diagnostic;
use crate::graph::{Architecture, NodeKind};
use crate::layout::{Detail, LayoutOptions};
use crate::theme::Theme;
use fold::Level;

/// Declares the formats: variant, name, file extensions, module; one line each.
macro_rules! formats {
    ($($(#[$attribute:meta])* $variant:ident = $name:literal [$($extension:literal),+] $module:ident;)*) => {
        $($(#[$attribute])* mod $module;)*

        /// An output format.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Format {
            $(
                $(#[$attribute])*
                #[doc = concat!("`-f ", $name, "`.")]
                $variant,
            )*
        }

        impl Format {
            /// All formats of this build.
            pub const ALL: &[Format] = &[$($(#[$attribute])* Format::$variant),*];

            /// Gives the name of `-f`.
            pub fn name(self) -> &'static str {
                match self { $($(#[$attribute])* Format::$variant => $name),* }
            }

            /// Gives the file extensions, without dot; the first one is the usual one.
            pub fn extensions(self) -> &'static [&'static str] {
                match self { $($(#[$attribute])* Format::$variant => &[$($extension),+]),* }
            }
        }

        /// Writes an architecture in a format.
        pub fn render(
            architecture: &Architecture,
            format: Format,
            options: &Options<'_>,
        ) -> Result<Rendered, Diagnostic> {
            // Mermaid folds further where its viewers have limits, so it has to begin with the whole.
            let folded = (format != Format::Mermaid).then(|| folded(architecture, format, options.layout.detail)).flatten();
            let architecture = folded.as_ref().unwrap_or(architecture);
            match format {
                $($(#[$attribute])* Format::$variant => $module::render(architecture, options).map(Into::into)),*
            }
        }
    };
}

formats! {
    Svg = "svg" ["svg"] svg;
    Mermaid = "mermaid" ["mmd", "mermaid"] mermaid;
    Dot = "dot" ["dot", "gv"] dot;
    Text = "text" ["txt"] text;
    Json = "json" ["json"] json;
    #[cfg(feature = "png")] Png = "png" ["png"] png;
}

/// Above so many clients a format without an arrangement of its own folds unless told otherwise.
const SINGLE_BOXES: usize = 60;

/// Says how far the user wants it folded; pictures fold servers themselves, while they are arranged, and JSON never folds.
fn wanted(arch: &Architecture, format: Format, detail: Detail) -> Option<Level> {
    let clients = || arch.nodes().filter(|n| n.kind == NodeKind::Client).count();
    match (format, detail) {
        (Format::Json, _) | (_, Detail::Full) => None,
        (_, Detail::Overview) => Some(Level::Overview),
        (Format::Mermaid | Format::Dot | Format::Text, Detail::Servers) => Some(Level::Servers),
        (Format::Mermaid | Format::Dot, Detail::Auto) if clients() > SINGLE_BOXES => {
            Some(Level::Servers)
        }
        _ => None,
    }
}

/// Folds an architecture as far as the user wants it for a format.
pub(crate) fn folded(arch: &Architecture, format: Format, detail: Detail) -> Option<Architecture> {
    wanted(arch, format, detail).map(|level| fold::fold(arch, level))
}

/// What a format made of an architecture.
#[derive(Debug, Clone)]
pub struct Rendered {
    /// The file.
    pub bytes: Vec<u8>,
    /// What the user should know about it (something was left out to stay within a viewer's limits).
    pub notes: Vec<Diagnostic>,
}

impl From<Vec<u8>> for Rendered {
    fn from(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            notes: Vec::new(),
        }
    }
}

impl Format {
    /// Says whether the bytes are no text.
    pub fn is_binary(self) -> bool {
        self.name() == "png"
    }

    /// Says whether the format has a shape and a size.
    pub fn is_picture(self) -> bool {
        ["svg", "png"].contains(&self.name())
    }

    /// Says whether a theme changes the format.
    pub fn has_colours(self) -> bool {
        !matches!(self, Format::Text | Format::Json)
    }

    /// Says whether the file holds the colours for light and dark viewers.
    pub fn follows_viewer(self) -> bool {
        self == Format::Svg
    }

    /// Says whether the format can leave out what another level of detail would show.
    pub fn folds(self) -> bool {
        self != Format::Json
    }

    /// Says whether the file can carry its font.
    pub fn carries_font(self) -> bool {
        self == Format::Svg
    }

    /// Lists the names of all formats.
    pub fn names() -> String {
        let names: Vec<&str> = Self::ALL.iter().map(|format| format.name()).collect();
        names.join(", ")
    }

    /// Finds a format by the name of `-f`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|format| format.name() == name)
    }

    /// Finds a format by a file extension, without dot.
    pub fn by_extension(extension: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| {
            format
                .extensions()
                .iter()
                .any(|known| known.eq_ignore_ascii_case(extension))
        })
    }
}

/// How to draw.
#[derive(Debug, Clone)]
pub struct Options<'a> {
    /// What is drawn and in which shape.
    pub layout: LayoutOptions,
    /// The theme.
    pub theme: &'a Theme,
    /// Colours where the viewer prefers dark; SVG only, `None` for a picture of one theme.
    pub dark: Option<&'a Theme>,
    /// Whether an SVG carries its font.
    pub embed_font: bool,
    /// Pixels of a PNG per pixel of the picture.
    pub scale: f64,
    /// Width of an SVG or PNG in pixels; wins over `scale`.
    pub width: Option<u32>,
    /// Font files for characters that the bundled font lacks; PNG only.
    pub fonts: &'a [Vec<u8>],
}

impl<'a> Options<'a> {
    /// Makes the options of a picture in one theme.
    pub fn new(theme: &'a Theme) -> Self {
        Self {
            layout: LayoutOptions::default(),
            theme,
            dark: None,
            embed_font: false,
            scale: 1.0,
            width: None,
            fonts: &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_extensions_are_unique() {
        let mut names: Vec<&str> = Format::ALL.iter().map(|f| f.name()).collect();
        let mut extensions: Vec<&str> = Format::ALL
            .iter()
            .flat_map(|f| f.extensions().iter().copied())
            .collect();
        let (n, e) = (names.len(), extensions.len());
        names.sort_unstable();
        names.dedup();
        extensions.sort_unstable();
        extensions.dedup();
        assert_eq!((names.len(), extensions.len()), (n, e));
    }

    #[test]
    fn every_text_format_has_remarks_in_full_and_once() {
        use crate::graph::{Callout, Mark, MarkLevel};
        let theme = Theme::named("light").unwrap();
        let long =
            "this client reads strict JSON and would drop the whole file because of a comment";
        let mut arch = samples::seed();
        let client = arch
            .nodes()
            .find(|n| n.kind == NodeKind::Client)
            .unwrap()
            .id
            .clone();
        let mark = Mark::new(MarkLevel::Warning, long, None);
        arch.node_mut(&client).unwrap().marks.push(mark);
        arch.remarks.push(Callout {
            on: vec![client],
            level: MarkLevel::Alarm,
            text: "found by a review".to_owned(),
            sources: Vec::new(),
        });
        for format in [Format::Text, Format::Mermaid, Format::Dot] {
            let bytes = render(&arch, format, &Options::new(&theme)).unwrap().bytes;
            let text = String::from_utf8(bytes).unwrap();
            // lines end as each format writes it
            let text = text.replace("\\n", " ").replace("<br/>", " ");
            let words: Vec<&str> = text
                .split(|c: char| !c.is_ascii_alphabetic())
                .filter(|w| !w.is_empty())
                .collect();
            let words = words.join(" ");
            assert_eq!(words.matches(long).count(), 1, "{}: {words}", format.name());
            assert!(words.contains("found by a review"), "{}", format.name());
        }
    }

    #[test]
    fn finds_by_name_and_extension() {
        assert_eq!(Format::named("svg"), Some(Format::Svg));
        assert_eq!(Format::by_extension("SVG"), Some(Format::Svg));
        assert_eq!(Format::by_extension("exe"), None);
    }
}
