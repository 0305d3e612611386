//! How each product spells its MCP configuration: one declarative row per product, small functions for odd shapes.

mod cx;
mod detect;
mod fields;
mod files;
mod first_match;
mod known;
pub(crate) mod layers;
mod link;
mod listing;
mod map;
mod model;
pub(crate) mod places;
#[cfg(test)]
mod properties;
mod read;
mod remarks;
mod signature;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use known::known_file;
pub(crate) use known::matches;
pub use link::{Link, link, links, links_table};
pub use listing::{TableFormat, table_as};
pub(crate) use model::Dialect;
pub use places::places_table;
pub use read::{ReadOutcome, broken, judge, parse, parse_as, read};

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
    copilot,
    amazon,
    rules,
    hubs,
    bundles,
    agents,
    crush,
    table,
    chat_apps,
    coding_agents,
    witsy,
    generic,
}

/// Iterates over all dialects.
pub(crate) fn all() -> impl Iterator<Item = &'static Dialect> {
    ROWS.iter().flat_map(|rows| rows.iter())
}

/// Looks up a dialect by its id.
pub(crate) fn by_id(id: &str) -> Option<&'static Dialect> {
    all().find(|dialect| dialect.id == id)
}

/// Lists the ids and product names that `--client` and `sources[].client` use.
pub fn clients() -> impl Iterator<Item = (&'static str, &'static str)> {
    all().map(|dialect| (dialect.id, dialect.product))
}

/// Counts things in words: `1 project`, `2 projects`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    if number == 1 {
        return format!("1 {thing}");
    }
    // The noun is the first word that can take the ending: `start approved beforehand` keeps its tail.
    let (noun, tail) = match thing
        .split_once(" approved ")
        .or(thing.split_once(" switched "))
    {
        Some((noun, _)) => (noun, &thing[noun.len()..]),
        None => (thing, ""),
    };
    format!("{number} {noun}s{tail}")
}
