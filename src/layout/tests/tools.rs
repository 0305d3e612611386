//! The names of servers in made-up setups, the same in pictures, layouts and benches.

/// What servers are called.
pub(crate) const TOOLS: [&str; 10] = [
    "filesystem",
    "git",
    "sqlite",
    "memory",
    "postgres",
    "puppeteer",
    "issues",
    "docs",
    "search",
    "mail",
];
