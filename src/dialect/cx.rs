//! What a reader works with: the file, the row of its product, and the reading as far as it is built.

use std::collections::BTreeMap;

use super::model::{DefaultRule, Dialect, Invalid, KnownFile};
use crate::diagnostic::{Diagnostic, Place};
use crate::inventory::VarSyntax;
use crate::inventory::launch::Listener;
use crate::inventory::subjects::{Judge, Rules, Subject};
use crate::inventory::{
    Approval, Approver, BuiltinTools, Carrier, Effect, Helper, Mark, MarkLevel, Reading, Redacted,
    Scope, ServerEntry, ServerPolicy, SetBy, StartApproval, State, ToolPolicy, Values,
};
use crate::inventory::{FactCx, Found, InputKind};
use crate::probe::Kept;
use crate::source::SourceFile;
use crate::syntax::Node;

/// The context of one file's reading.
pub(crate) struct ReadCx<'a> {
    /// The file.
    pub(crate) file: &'a SourceFile,
    /// Files beside it of which a part is read with it, each with the offset at which its own positions begin.
    pub(crate) over: Vec<(usize, &'a SourceFile)>,
    /// The row of the product.
    pub(crate) dialect: &'static Dialect,
    /// The known file, where the path told it.
    pub(crate) known: Option<&'static KnownFile>,
    /// Numbers of the values read so far.
    pub(crate) values: &'a mut Values,
    /// Inputs that the file declares.
    pub(crate) inputs: BTreeMap<String, InputKind>,
    /// Variables understood here, where they differ from the product's.
    pub(crate) variables: &'static [VarSyntax],
    /// The result so far.
    pub(crate) out: Reading,
    /// Messages.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Whether a key under which servers belong was there, even empty.
    pub(crate) saw_wrapper: bool,
    /// Scope that new entries get.
    pub(crate) scope: Scope,
    /// What the product refuses in this file, and with it the whole file; the first is named.
    pub(crate) refused: Option<(String, Place)>,
    /// Whether entries of this file are merged with those of others, where the product merges.
    pub(crate) merges: bool,
}

impl ReadCx<'_> {
    /// Returns the place where a node stands.
    pub(crate) fn at(&self, node: &Node) -> Place {
        self.place(node.span.start)
    }

    /// Returns the place of a byte offset.
    pub(crate) fn place(&self, offset: usize) -> Place {
        match self.over.iter().rfind(|(start, _)| offset >= *start) {
            Some((start, file)) => file.place(offset - start),
            None => self.file.place(offset),
        }
    }

    /// Says who set what this file says.
    pub(crate) fn set_by(&self) -> SetBy {
        set_by(self.out.scope)
    }

    /// Warns about a value that could not be used.
    pub(crate) fn warn(&mut self, node: &Node, key: &str, message: impl Into<String>, hint: &str) {
        let mut diagnostic = Diagnostic::warning(message).at(self.at(node)).key(key);
        if !hint.is_empty() {
            diagnostic = diagnostic.hint(hint);
        }
        self.diagnostics.push(diagnostic);
    }

    /// Warns that a value has another type than expected.
    pub(crate) fn expected(&mut self, node: &Node, key: &str, what: &str) {
        let found = node.value.kind();
        self.warn(
            node,
            key,
            format!("expected {what}, found {found}; this field was left out"),
            "",
        );
    }

    /// Says that the product cannot use an entry; `why` tells what it does.
    pub(crate) fn refuse(&mut self, entry: &mut ServerEntry, why: impl Into<String>) {
        entry.state = State::Refused(why.into());
        let whole = match self.dialect.invalid {
            Invalid::Unknown | Invalid::Entry => false,
            Invalid::File => true,
            Invalid::ProjectFile => self.out.scope == Scope::Project,
            // A profile counts only where it is chosen.
            Invalid::Host if !self.merges && self.over.is_empty() => false,
            Invalid::Host => {
                let words = format!("the entry {} is refused", entry.name);
                self.out.breaks.get_or_insert(words);
                false
            }
        };
        if whole {
            let words = format!("its entry {} is refused", entry.name);
            self.refuse_file(words, entry.source.clone());
        }
    }

    /// Says that the product loads nothing of this file.
    pub(crate) fn refuse_file(&mut self, why: impl Into<String>, at: Place) {
        self.refused.get_or_insert((why.into(), at));
    }

    /// Notes something about the file.
    pub(crate) fn note(&mut self, node: &Node, key: &str, message: impl Into<String>) {
        let diagnostic = Diagnostic::note(message).at(self.at(node)).key(key);
        self.diagnostics.push(diagnostic);
    }

    /// Puts a mark on the host.
    pub(crate) fn mark(&mut self, level: MarkLevel, text: impl Into<String>, at: Option<Place>) {
        self.out.host.marks.push(Mark::new(level, text, at));
    }

    /// Puts a mark on the host that states an approval, sandbox or policy fact.
    pub(crate) fn policy_mark(
        &mut self,
        level: MarkLevel,
        text: impl Into<String>,
        at: Option<Place>,
    ) {
        self.out.host.has_policy = true;
        self.mark(level, text, at);
    }

    /// Adds a rule about tools.
    pub(crate) fn tool_policy(
        &mut self,
        server: Option<&str>,
        tool: Option<&str>,
        effect: Effect,
        source: Place,
    ) {
        self.out.host.has_policy = true;
        let set_by = self.set_by();
        self.out.tool_policies.push(ToolPolicy {
            server: server.map(Redacted::name),
            tool: tool.map(Redacted::name),
            effect,
            set_by,
            source,
        });
    }

    /// Adds a rule about servers.
    pub(crate) fn server_policy(&mut self, policy: ServerPolicy) {
        self.out.host.has_policy = true;
        self.out.server_policies.push(policy);
    }

    /// Keeps the words of all entries of a map for rules in other files.
    pub(crate) fn subjects(&mut self, servers: Option<&Node>) {
        for entry in servers.map(Node::entries).unwrap_or_default() {
            let subject = Subject {
                client: self.dialect.id,
                name: entry.key.clone(),
                words: words_of(&entry.value),
                source: self.place(entry.key_span.start),
            };
            self.values.subjects().add(subject);
        }
    }

    /// Adds rules about the words of entries, in whatever file of the client these stand.
    pub(crate) fn rules(&mut self, reason: &'static str, admin_alone: bool, judge: Judge) {
        self.out.host.has_policy = true;
        let rules = Rules {
            client: self.dialect.id,
            path: self.file.path.clone(),
            by: self.set_by(),
            admin_alone,
            reason,
            judge,
        };
        self.values.subjects().rule(rules);
    }

    /// Says that a plugin is on or off.
    pub(crate) fn plugin(&mut self, name: &str, on: bool, node: &Node) {
        let (plugin, source) = (Redacted::name(name), self.at(node));
        self.server_policy(ServerPolicy::Plugin {
            plugin,
            on,
            scope: self.out.scope,
            source,
        });
    }

    /// Returns the facts about the host's own tools, made on first use.
    pub(crate) fn builtin_tools(&mut self, at: Place) -> &mut BuiltinTools {
        self.out.host.has_policy = true;
        let tools = self
            .out
            .host
            .builtin_tools
            .get_or_insert_with(BuiltinTools::default);
        tools.source.get_or_insert(at);
        tools
    }

    /// Adds a line about the host's own tools; `line` holds words of this program and filtered text only.
    pub(crate) fn builtin_line(&mut self, line: impl Into<String>, at: Place) {
        self.builtin_tools(at)
            .lines
            .push(Redacted::trusted(line.into()));
    }

    /// Adds a port on which the host itself listens.
    pub(crate) fn listens(&mut self, listener: Listener) {
        self.out.host.has_policy = true;
        self.out.host.listeners.push(listener);
    }

    /// Sets the host-wide rule.
    pub(crate) fn gate(
        &mut self,
        rule: crate::inventory::Rule,
        approver: Approver,
        caveat: Option<String>,
        at: Place,
    ) {
        self.out.host.has_policy = true;
        let mut gate = Approval::by_product(rule);
        gate.set_by = self.set_by();
        gate.approver = approver;
        gate.caveat = caveat;
        gate.source = Some(at);
        self.out.host.gate = Some(gate);
    }

    /// Makes the approval of an entry of which the file says nothing.
    pub(crate) fn default_approval(&self) -> Approval {
        let mut approval = Approval::by_product(self.dialect.approval.rule());
        if self.dialect.approval == DefaultRule::Autonomous {
            approval.approver = Approver::Nobody;
        }
        approval.start = self.start();
        approval
    }

    /// Returns the approval of the start of an entry.
    fn start(&self) -> StartApproval {
        match self.scope {
            Scope::Project | Scope::DevContainer => self.dialect.start.project,
            _ => self.dialect.start.user,
        }
    }

    /// Keeps live values of an entry for a probe, where one was asked for.
    pub(crate) fn keep(&mut self, entry: &mut ServerEntry, keep: impl FnOnce(&mut Kept)) {
        let understood = self.variables;
        if let Some(vault) = self.values.vault() {
            let at = *entry.kept.get_or_insert_with(|| vault.add(understood));
            if let Some(kept) = vault.entry(at) {
                keep(kept);
            }
        }
    }

    /// Reads a header whose value is named by a variable.
    pub(crate) fn header_from_variable(
        &mut self,
        entry: &mut ServerEntry,
        header: &str,
        variable: &str,
        at: &Place,
    ) {
        let found = self.facts(entry, |facts| {
            facts.header_from_variable(header, variable, at)
        });
        absorb(entry, found);
        self.keep(entry, |kept| kept.header_variable(header, variable));
    }

    /// Makes an entry with the defaults of the product.
    pub(crate) fn new_entry(&self, name: &str, at: Place) -> ServerEntry {
        ServerEntry::new(
            Redacted::name(name),
            self.scope,
            self.default_approval(),
            at,
        )
    }

    /// Runs a reader of facts for one entry and keeps the marks and helpers it finds.
    pub(crate) fn facts<R>(
        &mut self,
        entry: &mut ServerEntry,
        read: impl FnOnce(&mut FactCx<'_>) -> R,
    ) -> R {
        // An address alone may hold variables, too.
        self.keep(entry, |_| {});
        let (result, marks, helpers) = self.bare_facts(read);
        entry.marks.extend(marks);
        entry.helpers.extend(helpers);
        result
    }

    /// Runs a reader of facts for the host itself.
    pub(crate) fn host_facts<R>(&mut self, read: impl FnOnce(&mut FactCx<'_>) -> R) -> R {
        let (result, marks, helpers) = self.bare_facts(read);
        self.out.host.marks.extend(marks);
        self.out.host.helpers.extend(helpers);
        result
    }

    /// Keeps a key that the host itself holds; a variable in it gives the name.
    pub(crate) fn host_key(&mut self, name: &str, node: &Node) {
        let Some(text) = node.as_str().filter(|text| !text.trim().is_empty()) else {
            return;
        };
        let at = self.at(node);
        let found = self.host_facts(|facts| facts.header(name, text, &at));
        self.keep_for_host(found);
    }

    /// Keeps credentials that the host itself holds.
    pub(crate) fn keep_for_host(&mut self, found: Found) {
        for mut credential in found.credentials {
            credential.carrier = Carrier::Host;
            self.out.host.credentials.push(credential);
        }
    }

    fn bare_facts<R>(
        &mut self,
        read: impl FnOnce(&mut FactCx<'_>) -> R,
    ) -> (R, Vec<Mark>, Vec<Helper>) {
        let mut facts = FactCx {
            values: self.values,
            understood: self.variables,
            product: self.dialect.product,
            inputs: &self.inputs,
            declares: self.dialect.id != super::generic::ID,
            prefix: self.dialect.prefix,
            in_repository: self.out.from_repository,
            marks: Vec::new(),
            helpers: Vec::new(),
        };
        let result = read(&mut facts);
        facts.settle();
        (result, facts.marks, facts.helpers)
    }
}

/// Moves what was found into an entry.
pub(crate) fn absorb(entry: &mut ServerEntry, found: Found) {
    entry.credentials.extend(found.credentials);
    entry.endpoints.extend(found.endpoints);
    entry.settings.extend(found.settings);
}

/// The words of an entry by key, for rules about them.
pub(crate) fn words_of(entry: &Node) -> Vec<(String, Vec<String>)> {
    let words = entry.entries().into_iter().map(|field| {
        let items = field.value.items().iter().filter_map(Node::scalar);
        let texts = items.chain(field.value.scalar()).map(str::to_owned);
        (field.key.clone(), texts.collect())
    });
    words.collect()
}

/// Says who writes files of a scope.
pub(crate) fn set_by(scope: Scope) -> SetBy {
    match scope {
        Scope::Managed | Scope::System | Scope::Server => SetBy::Admin,
        Scope::Project | Scope::DevContainer => SetBy::Repository,
        _ => SetBy::User,
    }
}
