//! A folder with a configuration of servers, and what a run leaves there.

use crate::bench::Bench;

impl Bench {
    /// Makes one with a `.mcp.json` that holds these servers.
    pub(crate) fn of(servers: &str) -> Self {
        let text = format!("{{\"mcpServers\": {{{servers}}}}}");
        Self::new(&[(".mcp.json", &text)])
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }
}
