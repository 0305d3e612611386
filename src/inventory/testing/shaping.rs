//! Changing readings and entries step by step, in the order in which one would tell it.

use super::{all_safe, credential, endpoint, named, place, safe};
use crate::inventory::launch::{Gateway, Reach, ReachKind};
use crate::inventory::{
    Approval, Approver, Carrier, Credential, Effect, Form, Helper, HostKind, Launch, OAuth,
    Reading, Rule, RunsOn, Scope, ServerEntry, ServerPolicy, SetBy, StartApproval, State, Target,
    ToolPolicy,
};

impl Reading {
    /// Adds servers; their scope becomes the file's where they have none.
    pub(crate) fn with(mut self, servers: impl IntoIterator<Item = ServerEntry>) -> Self {
        for mut server in servers {
            if server.scope == Scope::Unknown {
                server.scope = self.scope;
            }
            server.source.path.clone_from(&self.path);
            server.source.line = u32::try_from(self.servers.len()).unwrap_or(0) + 3;
            self.servers.push(server);
        }
        self
    }

    /// Sets the kind of product and where it runs.
    pub(crate) fn of_kind(mut self, kind: HostKind, on: RunsOn) -> Self {
        self.kind = kind;
        self.placement.on = on;
        self
    }

    /// Adds a rule about tools.
    pub(crate) fn rule(
        mut self,
        effect: Effect,
        server: Option<&str>,
        tool: Option<&str>,
        set_by: SetBy,
    ) -> Self {
        let line = u32::try_from(self.tool_policies.len()).unwrap_or(0) + 1;
        self.tool_policies.push(ToolPolicy {
            server: server.map(safe),
            tool: tool.map(safe),
            effect,
            set_by,
            source: place(&self.path, line),
        });
        self
    }

    /// Adds a rule about servers.
    pub(crate) fn policy(mut self, policy: ServerPolicy) -> Self {
        self.server_policies.push(policy);
        self
    }

    /// Sets the host-wide approval.
    pub(crate) fn gate(mut self, rule: Rule, set_by: SetBy, approver: Approver) -> Self {
        let mut gate = Approval::by_product(rule);
        (gate.set_by, gate.approver) = (set_by, approver);
        gate.source = Some(place(&self.path, 1));
        self.host.gate = Some(gate);
        self.host.has_policy = true;
        self
    }
}

impl ServerEntry {
    /// Changes the entry.
    pub(crate) fn but(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Sets the scope.
    pub(crate) fn scoped(self, scope: Scope) -> Self {
        self.but(|s| s.scope = scope)
    }

    /// Switches it off in its file.
    pub(crate) fn off(self) -> Self {
        self.but(|s| s.state = State::Disabled("disabled in the file".into()))
    }

    /// Adds a variable of its environment that holds a secret.
    pub(crate) fn env(self, name: &str) -> Self {
        self.holding(credential(name, Form::Literal, Carrier::Env))
    }

    /// Adds a bearer token.
    pub(crate) fn bearer(self, name: &str) -> Self {
        self.holding(credential(name, Form::Reference, Carrier::Header))
    }

    /// Adds a credential.
    pub(crate) fn holding(self, credential: Credential) -> Self {
        self.but(|s| s.credentials.push(credential))
    }

    /// Adds an address that its environment names.
    pub(crate) fn calling(self, by: &str, url: &str) -> Self {
        self.but(|s| s.endpoints.push(named(by, url, false)))
    }

    /// Sets the approval of its tools.
    pub(crate) fn approved(self, rule: Rule, set_by: SetBy) -> Self {
        self.but(|s| {
            let start = s.approval.start;
            s.approval = Approval::by_product(rule);
            s.approval.set_by = set_by;
            s.approval.start = start;
        })
    }

    /// Sets how its start is approved.
    pub(crate) fn starts(self, start: StartApproval) -> Self {
        self.but(|s| s.approval.start = start)
    }

    /// Says what the file says about OAuth.
    pub(crate) fn oauth(self, issuer: Option<&str>) -> Self {
        self.but(|s| {
            s.oauth = Some(OAuth {
                authorization_server: issuer.map(endpoint),
                ..OAuth::default()
            });
        })
    }

    /// Adds a command that prints its headers.
    pub(crate) fn helped(self) -> Self {
        self.but(|s| {
            s.helpers.push(Helper {
                outside: false,
                named_by: safe("headersHelper"),
                when: "at each connect",
                source: place(".mcp.json", 7),
            });
            s.credentials
                .push(credential("headersHelper", Form::Helper, Carrier::Header));
        })
    }

    /// Changes what it starts.
    pub(crate) fn launching(self, change: impl FnOnce(&mut Launch)) -> Self {
        self.but(|s| {
            if let Target::Process(launch) = &mut s.target {
                change(launch);
            }
        })
    }

    /// Adds what its arguments tell it to use.
    pub(crate) fn told(self, shown: &str, kind: ReachKind) -> Self {
        self.launching(|l| {
            l.reach.push(Reach {
                shown: safe(shown),
                kind,
                home: None,
            });
        })
    }

    /// Makes it a gateway.
    pub(crate) fn gateway(self, back_ends: &[&str]) -> Self {
        self.launching(|l| {
            l.gateway = Some(Gateway {
                product: safe("Docker MCP Gateway"),
                back_ends: all_safe(back_ends),
            });
        })
    }
}
