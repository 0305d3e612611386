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

/// Says which domains a sandbox `allows` or `denies`: by name where there are two at most.
pub(crate) fn domains(list: &crate::syntax::Node, does: &str) -> Option<String> {
    let items = list.items();
    let names: Option<Vec<String>> = (items.iter())
        .map(|item| item.as_str().and_then(crate::inventory::shown_domain))
        .collect();
    match (names, items.len()) {
        (_, 0) => None,
        (Some(names), 1 | 2) => Some(format!("network: {does} {}", names.join(", "))),
        (_, all) => Some(format!("network: {does} {}", count(all, "domain"))),
    }
}

/// Counts things in words: `1 project`, `2 projects`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    if number == 1 {
        return format!("1 {thing}");
    }
    // The noun is the first word that can take the ending: `server would start` keeps its tail.
    let (noun, tail) = match thing
        .split_once(" would ")
        .or(thing.split_once(" switched "))
    {
        Some((noun, _)) => (noun, &thing[noun.len()..]),
        None => (thing, ""),
    };
    format!("{number} {noun}s{tail}")
}
