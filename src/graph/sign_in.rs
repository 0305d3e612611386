//! The person's sign-in: who goes to an authorization server before a token is there.

use std::collections::BTreeSet;

use super::build::NOT_USED;
use super::{Architecture, Evidence, Flow, FlowKind, LabelRole, NodeKind, Observed};

/// On the prompt flow of a host that works without a person at the screen.
pub(super) const ASSIGNS: &str = "assigns tasks";

impl Architecture {
    /// Adds the sign-in and consent of the people whose hosts hold tokens from an authorization server.
    ///
    /// No file says that somebody signs in, so the flow is assumed, and marked so.
    #[must_use]
    pub fn with_sign_in(mut self) -> Self {
        let mut found: Vec<Flow> = Vec::new();
        for way in self
            .flows()
            .into_iter()
            .filter(|f| f.kind == FlowKind::Oauth && is_used(f) && self.can_sign_in(&f.to))
        {
            for user in self.people_before(&way.from) {
                let mut flow = Flow::new(FlowKind::SignIn, user, &way.to, Evidence::Assumed)
                    .with(LabelRole::Plain, "? signs in, consents");
                flow.off = way.off;
                found.push(flow);
            }
        }
        for flow in found {
            self.add_flow(flow);
        }
        self
    }

    /// Says whether a client gets as far as a sign-in: not where what was seen of the issuer cannot be used.
    fn can_sign_in(&self, issuer: &str) -> bool {
        let seen = self.node(issuer).and_then(|n| n.observed.as_ref());
        !matches!(seen, Some(Observed::AuthorizationServer(seen)) if seen.usable().is_none())
    }

    /// Returns the people who prompt a host that leads to a node; a task assigned is no sign-in.
    fn people_before(&self, id: &str) -> BTreeSet<String> {
        let flows = self.flows();
        let mut seen = BTreeSet::from([id]);
        let mut open = vec![id];
        let mut people = BTreeSet::new();
        while let Some(at) = open.pop() {
            for flow in flows.iter().filter(|f| f.to == at) {
                let person = self
                    .node(&flow.from)
                    .is_some_and(|n| n.kind == NodeKind::User);
                if person && flow.kind == FlowKind::Prompt && flow.text() != ASSIGNS {
                    people.insert(flow.from.clone());
                } else if !person && seen.insert(&flow.from) {
                    open.push(&flow.from);
                }
            }
        }
        people
    }
}

/// Says whether a token is fetched there at all.
fn is_used(flow: &Flow) -> bool {
    flow.label.iter().all(|part| part.text != NOT_USED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::build;
    use crate::inventory::testing::{project, reading, remote};
    use crate::inventory::{HostKind, Reading, RunsOn, Scope, assemble};

    fn draw(file: Reading) -> Architecture {
        build(&assemble(vec![file]), &[]).0.with_sign_in()
    }

    fn sign_ins(arch: &Architecture) -> Vec<(&str, &str, String)> {
        let flows = arch.flows();
        let of_kind = flows.into_iter().filter(|f| f.kind == FlowKind::SignIn);
        of_kind
            .map(|f| (f.from.as_str(), f.to.as_str(), f.text()))
            .collect()
    }

    fn tracker() -> crate::inventory::ServerEntry {
        remote("tracker", "https://mcp.tracker.example/mcp")
            .oauth(Some("https://login.example.com"))
    }

    #[test]
    fn the_person_signs_in_where_the_token_comes_from() {
        let arch =
            draw(project().with([tracker(), remote("other", "https://mcp.other.example/mcp")]));
        let words = "? signs in, consents".to_owned();
        assert_eq!(
            sign_ins(&arch),
            [("user", "authorization-server-login-example-com", words)]
        );
    }

    #[test]
    fn nobody_signs_in_for_a_cloud_agent() {
        let cloud = reading(
            "copilot-cloud-agent",
            "Copilot cloud agent",
            "mcp.json",
            Scope::Project,
        )
        .of_kind(HostKind::CloudAgent, RunsOn::VendorCloud("GitHub".into()));
        let arch = draw(cloud.with([tracker()]));
        assert!(arch.flows().iter().any(|f| f.kind == FlowKind::Oauth));
        assert_eq!(sign_ins(&arch), []);
    }

    #[test]
    fn no_issuer_no_sign_in() {
        assert_eq!(
            sign_ins(&draw(
                project().with([remote("a", "https://a.example/mcp")])
            )),
            []
        );
    }
}
