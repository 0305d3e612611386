//! What the list calls brought: counts, a few samples, what the annotations claim.

use serde::{Deserialize, Serialize};

use super::server::is_false;
use crate::inventory::Redacted;

/// `cacheScope` of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CacheScope {
    /// May be shared between users.
    Public,
    /// For this user only.
    Private,
    /// The modern result lacks it, or it is another word.
    Missing,
    /// The pages of one list differ.
    Mixed,
    /// The revision has no such field.
    NotDefined,
}

/// Which list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ListKind {
    /// `tools/list`.
    Tools,
    /// `prompts/list`.
    Prompts,
    /// `resources/list`.
    Resources,
    /// `resources/templates/list`.
    ResourceTemplates,
}

impl ListKind {
    /// Gives the method that asks for it.
    pub fn method(self) -> &'static str {
        match self {
            ListKind::Tools => "tools/list",
            ListKind::Prompts => "prompts/list",
            ListKind::Resources => "resources/list",
            ListKind::ResourceTemplates => "resources/templates/list",
        }
    }

    /// Gives the key of the result that holds it.
    pub fn key(self) -> &'static str {
        match self {
            ListKind::Tools => "tools",
            ListKind::Prompts => "prompts",
            ListKind::Resources => "resources",
            ListKind::ResourceTemplates => "resourceTemplates",
        }
    }
}

/// Why a list was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum ListStop {
    /// The limit of pages.
    Pages,
    /// The limit of bytes.
    Bytes,
    /// The limit of entries.
    Entries,
    /// A cursor came a second time.
    CursorLoop,
    /// The answer did not come in time, or the connection failed.
    Failed,
    /// The server answered with an error.
    Error {
        /// HTTP status; absent for stdio.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        status: Option<u16>,
        /// JSON-RPC code, where the body had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<i64>,
    },
    /// The answer was no list.
    Malformed,
}

/// One list as far as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListSeen {
    /// Which.
    pub kind: ListKind,
    /// Entries counted.
    pub count: u64,
    /// Pages read.
    pub pages: u32,
    /// Why reading stopped before the end; then `count` is a lower bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<ListStop>,
    /// `ttlMs` of the first page; 0 where absent or negative.
    #[serde(default)]
    pub ttl_ms: u64,
    /// `cacheScope` of the pages.
    pub cache_scope: CacheScope,
}

/// The tools as far as they were read; names and annotations are the server's own claims.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolsSeen {
    /// The list itself.
    pub list: ListSeen,
    /// The first tools in the server's order, at most ten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Tool>,
    /// Tools that claim `readOnlyHint: true`.
    #[serde(default)]
    pub read_only: u64,
    /// Tools that are destructive: they say so, or say nothing, which means the same; read-only ones are not counted.
    #[serde(default)]
    pub destructive: u64,
    /// Tools that reach an open world: they say so, or say nothing, which means the same.
    #[serde(default)]
    pub open_world: u64,
    /// Those among `destructive` that say nothing: the protocol's default.
    #[serde(default)]
    pub destructive_by_default: u64,
    /// Those among `open_world` that say nothing: the protocol's default.
    #[serde(default)]
    pub open_world_by_default: u64,
    /// Tools without any annotation.
    #[serde(default)]
    pub unannotated: u64,
    /// Tools that open a user interface of their own (`_meta.ui.resourceUri`).
    #[serde(default)]
    pub with_ui: u64,
    /// Arguments that travel as HTTP headers (`x-mcp-header`), visible to every intermediary; the first few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub header_parameters: Vec<HeaderParameter>,
}

impl ToolsSeen {
    /// Returns how many tools claim to be destructive.
    pub fn claim_destructive(&self) -> u64 {
        self.destructive.saturating_sub(self.destructive_by_default)
    }

    /// Returns how many tools claim to reach an open world.
    pub fn claim_open_world(&self) -> u64 {
        self.open_world.saturating_sub(self.open_world_by_default)
    }
}

/// One tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    /// `name`.
    pub name: Redacted,
    /// `annotations.readOnlyHint` as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// `annotations.destructiveHint` as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// `annotations.idempotentHint` as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// `annotations.openWorldHint` as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
    /// Whether it opens a user interface of its own.
    #[serde(default, skip_serializing_if = "is_false")]
    pub with_ui: bool,
}

impl Tool {
    /// Says whether it counts as destructive: no annotation means yes.
    pub fn is_destructive(&self) -> bool {
        !self.is_read_only() && self.destructive.unwrap_or(true)
    }

    /// Says whether it claims to change nothing.
    pub fn is_read_only(&self) -> bool {
        self.read_only == Some(true)
    }

    /// Says whether it counts as reaching an open world: no annotation means yes.
    pub fn is_open_world(&self) -> bool {
        self.open_world.unwrap_or(true)
    }
}

/// An argument that is copied into an HTTP header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeaderParameter {
    /// The tool.
    pub tool: Redacted,
    /// The argument.
    pub argument: Redacted,
    /// The header's name after `Mcp-Param-`.
    pub header: Redacted,
    /// Whether the name of the argument says that it is a secret.
    #[serde(default, skip_serializing_if = "is_false")]
    pub secret_name: bool,
}
