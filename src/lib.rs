//! Draws the architecture of MCP configurations with their trust boundaries.

pub mod catalog;
pub mod diagnostic;
pub mod source;
pub mod syntax;
