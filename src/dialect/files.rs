//! The files of a product and the places in them where servers stand.

use super::model::{Reader, Strictness, Where};
use crate::inventory::Scope;
use crate::source::SourceFile;
use crate::syntax::{Parsed, Syntax};

/// A place where servers stand in a file.
pub(crate) struct Wrapper {
    /// Keys from the root; one key with a dot in it is one key.
    pub(crate) path: &'static [&'static str],
    /// Map or list.
    pub(crate) shape: Shape,
}

impl Wrapper {
    /// A map of servers by name.
    pub(crate) const fn map(path: &'static [&'static str]) -> Self {
        Self {
            path,
            shape: Shape::Map,
        }
    }

    /// A list of servers with a `name` each.
    pub(crate) const fn list(path: &'static [&'static str]) -> Self {
        Self {
            path,
            shape: Shape::List,
        }
    }
}

/// The shape of a group of servers. The other shape is read as well, with a remark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A map by name.
    Map,
    /// A list of objects with a name.
    List,
}

/// A file of a product, told by the end of its path.
pub(crate) struct KnownFile {
    /// Trailing segments with `/` between them; `*` stands for any part of one segment, `**` for any number of segments.
    pub(crate) path: &'static str,
    /// Its scope.
    pub(crate) scope: FileScope,
    /// Its reader, where it is not the product's usual one.
    pub(crate) read: Option<Reader>,
    /// Its syntax, where the extension does not tell.
    pub(crate) syntax: Option<Syntax>,
    /// Its parser, where the file is none of the syntaxes.
    pub(crate) parse: Option<fn(&SourceFile) -> Parsed>,
    /// Other products that read it.
    pub(crate) also: &'static [&'static str],
    /// Where servers stand in it, and whether it may be a map of servers itself, where that differs from the usual files.
    pub(crate) holds: Option<(&'static [Wrapper], bool)>,
    /// Where the host runs, where this path tells.
    pub(crate) runs: Option<Where>,
    /// Whether its client refuses what strict JSON does not have, where that differs from the product's usual files.
    pub(crate) strict: Option<Strictness>,
    /// Where it lies, in the spelling of `dialect::places`; empty when `path` and `scope` tell it.
    pub(crate) places: &'static [&'static str],
}

impl KnownFile {
    /// Makes a known file that the product's usual reader reads.
    pub(crate) const fn new(path: &'static str, scope: FileScope) -> Self {
        Self {
            path,
            scope,
            read: None,
            syntax: None,
            parse: None,
            also: &[],
            holds: None,
            runs: None,
            strict: None,
            places: &[],
        }
    }

    /// Names the reader.
    #[must_use]
    pub(crate) const fn read_by(mut self, reader: Reader) -> Self {
        self.read = Some(reader);
        self
    }

    /// Names the syntax.
    #[must_use]
    pub(crate) const fn in_syntax(mut self, syntax: Syntax) -> Self {
        self.syntax = Some(syntax);
        self
    }

    /// Names the parser.
    #[must_use]
    pub(crate) const fn parsed_by(mut self, parser: fn(&SourceFile) -> Parsed) -> Self {
        self.parse = Some(parser);
        self
    }

    /// Names other products that read the file.
    #[must_use]
    pub(crate) const fn also(mut self, products: &'static [&'static str]) -> Self {
        self.also = products;
        self
    }

    /// Names the keys under which servers stand in this file, and whether it may be a map of servers itself.
    #[must_use]
    pub(crate) const fn holding(mut self, wrappers: &'static [Wrapper], flat: bool) -> Self {
        self.holds = Some((wrappers, flat));
        self
    }

    /// Names where the host of this file runs.
    #[must_use]
    pub(crate) const fn runs(mut self, place: Where) -> Self {
        self.runs = Some(place);
        self
    }

    /// Names the places where it lies, in the spelling of `dialect::places`.
    #[must_use]
    pub(crate) const fn lies(mut self, places: &'static [&'static str]) -> Self {
        self.places = places;
        self
    }

    /// Says whether the file is read strictly.
    #[must_use]
    pub(crate) const fn strict(mut self, strict: Strictness) -> Self {
        self.strict = Some(strict);
        self
    }
}

/// How the scope of a known file is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileScope {
    /// Always this one.
    At(Scope),
    /// User when the folder that holds it is a home by its shape, else project.
    ByHome,
}
