//! JSON, JSONC, JSON5, TOML and YAML, read into one located value tree.

mod node;

pub use node::{Entry, Node, Value};
