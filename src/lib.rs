//! Draws the architecture of MCP configurations with their trust boundaries.

pub mod catalog;
pub mod cli;
pub mod command;
pub mod diagnostic;
pub mod dialect;
pub mod discover;
mod distinct;
mod drawing;
pub mod font;
pub mod graph;
pub mod inventory;
pub mod layout;
pub mod output;
pub mod probe;
pub mod render;
pub mod run;
pub mod scene;
pub mod settings;
pub mod source;
mod spelling;
pub mod syntax;
pub mod theme;
