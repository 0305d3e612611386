//! How each product spells its MCP configuration: one declarative row per product, small functions for odd shapes.

mod cx;
mod detect;
mod fields;
mod known;
mod map;
mod model;
mod read;
mod signature;
#[cfg(test)]
mod testing;

pub use detect::{Detected, detect};
pub use known::known_file;
pub use model::{
    Auto, Both, DefaultRule, Dialect, FileScope, KnownFile, Reader, Shape, Start, Strictness,
    Switch, UntypedUrl, Where, Wrapper,
};
pub use read::{ReadOutcome, parse, read};

pub(crate) use cx::ReadCx;

/// Declares the modules of the products and collects their rows: one line adds a product.
macro_rules! dialects {
    ($($module:ident),+ $(,)?) => {
        $(mod $module;)+
        const ROWS: &[&[Dialect]] = &[$($module::ROWS),+];
    };
}

dialects! {
    claude_desktop,
    claude_code,
    cursor,
    vscode,
    codex,
    gemini,
    zed,
    continue_dev,
    cline,
    goose,
    opencode,
    librechat,
    table,
    generic,
}

/// Iterates over all dialects.
pub fn all() -> impl Iterator<Item = &'static Dialect> {
    ROWS.iter().flat_map(|rows| rows.iter())
}

/// Looks up a dialect by its id.
pub fn by_id(id: &str) -> Option<&'static Dialect> {
    all().find(|dialect| dialect.id == id)
}

/// Lists the ids and product names that `--client` and `sources[].client` use.
pub fn clients() -> impl Iterator<Item = (&'static str, &'static str)> {
    all().map(|dialect| (dialect.id, dialect.product))
}
