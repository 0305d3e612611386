//! The walk through a command line, from the first word to the program that serves.

use std::collections::BTreeSet;

use super::known::{Known, Places};
use super::lexer;
use super::options::Options;
use super::reach;
use super::{
    Ecosystem, Hop, Isolation, Launch, Network, Pin, Program, Runtime, args, bridges, containers,
    gateways, naming, npm, others, python, remote, sandboxes, shells, spec, words, wrappers,
};
use crate::catalog;
use crate::diagnostic::Place;
use crate::distinct;
use crate::inventory::facts::Source;
use crate::inventory::secret::has_word;
use crate::inventory::template::{Template, VarSyntax};
use crate::inventory::{Carrier, Credential, FactCx, Form, Found, Mark, MarkLevel, Redacted};

/// How deep launchers may nest.
const DEEPEST: usize = 12;

/// Reads a command line.
pub(crate) fn recognise(
    cx: &mut FactCx<'_>,
    command: &str,
    arguments: &[String],
    env: &[(String, Option<String>)],
    cwd: Option<&str>,
    at: &Place,
) -> (Launch, Found) {
    let mut all = vec![command.to_owned()];
    all.extend_from_slice(arguments);
    let identity = cx.values.ordinal(&all.join("\u{1f}"));
    let mut walk = Walk {
        cx,
        launch: Launch::unknown(identity),
        found: Found::default(),
        env,
        env_names: env.iter().map(|(name, _)| name.as_str()).collect(),
        places: Places::of(&all),
        known: Known::default(),
        cwd: cwd.map(str::to_owned),
        at,
        depth: 0,
        expanded: false,
    };
    let (mut line, whole) = words::command_words(command, is_launcher);
    if whole {
        walk.mark(
            MarkLevel::Note,
            "command holds a whole command line: some clients refuse it",
        );
    }
    line.extend_from_slice(arguments);
    walk.check_cwd();
    let line = walk.assigned(&line);
    walk.run(line);
    walk.read_env_paths();
    walk.note_references(&all);
    walk.settle();
    walk.cx.settle();
    (walk.launch, walk.found)
}

/// Tells whether a program is one that starts other programs.
fn is_launcher(key: &str) -> bool {
    npm::is_launcher(key)
        || python::is_launcher(key)
        || containers::is_launcher(key)
        || shells::is_launcher(key)
        || wrappers::is_launcher(key)
        || remote::is_launcher(key)
        || sandboxes::is_launcher(key)
        || others::is_launcher(key)
}

/// What is known so far.
pub(super) struct Walk<'w, 'c> {
    pub(super) cx: &'w mut FactCx<'c>,
    pub(super) launch: Launch,
    pub(super) found: Found,
    pub(super) env: &'w [(String, Option<String>)],
    /// The names of `env`.
    pub(super) env_names: BTreeSet<&'w str>,
    /// Where the words of the command line stand.
    pub(super) places: Places<'w>,
    /// The credentials of `found` so far.
    pub(super) known: Known,
    pub(super) cwd: Option<String>,
    pub(super) at: &'w Place,
    depth: usize,
    /// A shell on the way expands variables.
    pub(super) expanded: bool,
}

impl Walk<'_, '_> {
    /// Reads the words from a program on.
    pub(super) fn run(&mut self, line: &[String]) {
        let Some((head, rest)) = line.split_first() else {
            return;
        };
        if head.trim().is_empty() {
            return;
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            self.mark(MarkLevel::Warning, "launchers nest too deep to follow");
        } else {
            let key = words::key(head);
            let done = npm::read(self, &key, rest)
                || python::read(self, head, &key, rest)
                || gateways::read(self, &key, rest)
                || containers::read(self, &key, rest)
                || shells::read(self, head, &key, rest)
                || wrappers::read(self, head, &key, rest)
                || remote::read(self, &key, rest)
                || sandboxes::read(self, &key, rest)
                || others::read(self, &key, rest);
            if !done {
                self.program_file(head, &key, rest);
            }
        }
        self.depth -= 1;
    }

    /// Reads words as a launch of their own, behind this one.
    pub(super) fn nested(&mut self, line: &[String]) -> Launch {
        let identity = self.cx.values.ordinal(&line.join("\u{1f}"));
        let outer = std::mem::replace(&mut self.launch, Launch::unknown(identity));
        self.run(line);
        self.settle();
        std::mem::replace(&mut self.launch, outer)
    }

    /// Takes repetitions out of what was found along the way.
    fn settle(&mut self) {
        distinct::by(&mut self.launch.reach, Clone::clone);
        for isolation in &mut self.launch.isolations {
            distinct::by(&mut isolation.gaps, Clone::clone);
        }
    }

    /// Ends at a program file.
    fn program_file(&mut self, head: &str, key: &str, rest: &[String]) {
        let template = Template::parse(head);
        if let Some(var) = template.only_var() {
            let place = var.syntax == VarSyntax::Editor || var.default.is_some();
            if !place {
                self.mark(MarkLevel::Note, "the program is a variable");
                args::read(self, rest);
                return;
            }
        }
        let name = if head.contains(['/', '\\']) {
            self.name_of(head)
        } else {
            Redacted::name(&words::base(head))
        };
        if words::is_wrapper_file(head) {
            self.launch.program = Program::WrapperScript { name };
            self.mark(
                MarkLevel::Note,
                "wrapper script: what it starts is not visible",
            );
            args::read(self, rest);
            return;
        }
        let location = self.locate(head);
        self.launch.program = Program::Binary { name, location };
        self.know("bin", key);
        if !bridges::read(self, key, rest) {
            args::read(self, rest);
        }
    }

    /// Ends at a package.
    pub(super) fn package(&mut self, ecosystem: Ecosystem, name: &str, pin: Pin, rest: &[String]) {
        self.launch.program = Program::Package {
            ecosystem,
            name: Redacted::name(name),
            pin,
        };
        self.know(ecosystem.word(), name);
        if !gateways::package(self, name, rest) && !bridges::read(self, name, rest) {
            args::read(self, rest);
        }
    }

    /// Ends at what a launcher was told to fetch.
    pub(super) fn fetched(&mut self, ecosystem: Ecosystem, text: &str, rest: &[String]) {
        self.userinfo(text);
        let source = match ecosystem {
            Ecosystem::Npm => spec::npm(text),
            _ => spec::pypi(text),
        };
        self.source(ecosystem, source, rest);
    }

    /// Ends at a source of code; `rest` are the words for what it holds.
    pub(super) fn source(&mut self, ecosystem: Ecosystem, source: spec::Source, rest: &[String]) {
        match source {
            spec::Source::Registry { name, pin } => self.package(ecosystem, &name, pin, rest),
            spec::Source::Git { name, pinned } => {
                self.launch.program = Program::Git {
                    name: Redacted::text(&name),
                    pinned,
                };
                args::read(self, rest);
            }
            spec::Source::Path(path) => {
                let runtime = match ecosystem {
                    Ecosystem::Npm => "npm",
                    _ => "python",
                };
                self.script(runtime, &path, rest);
            }
        }
    }

    /// Ends at a script.
    pub(super) fn script(&mut self, runtime: &str, path: &str, rest: &[String]) {
        let name = self.name_of(path);
        let location = self.locate_file(path);
        self.launch.program = Program::Script {
            runtime: Redacted::name(runtime),
            name,
            location,
        };
        let normal = path.replace('\\', "/");
        if let Some((_, installed)) = normal.rsplit_once("node_modules/") {
            let mut parts = installed.split('/');
            let first = parts.next().unwrap_or_default();
            let name = match first.strip_prefix('@') {
                Some(_) => format!("{first}/{}", parts.next().unwrap_or_default()),
                None => first.to_owned(),
            };
            self.know("npm", &name);
        }
        args::read(self, rest);
    }

    /// Names a program file.
    pub(super) fn name_of(&self, file: &str) -> Redacted {
        naming::file(file, self.cwd.as_deref())
    }

    /// Ends at a task of the project.
    pub(super) fn task(&mut self, runner: &str, task: &str, rest: &[String]) {
        let name = naming::task(runner, task, self.cwd.as_deref());
        self.launch.program = Program::ProjectTask { name };
        args::read(self, rest);
    }

    /// Looks the program up in the catalogue.
    pub(super) fn know(&mut self, ecosystem: &str, name: &str) {
        if let Some(row) = catalog::by_package(ecosystem, name) {
            self.launch.catalog = Some(row.id.as_str());
        }
    }

    /// Adds a step that only passes words on.
    pub(super) fn wrapper(&mut self, name: &'static str) {
        self.launch.hops.push(Hop::Wrapper(name));
    }

    /// Adds an isolation.
    pub(super) fn isolate(&mut self, isolation: Isolation) {
        self.launch
            .hops
            .push(Hop::Isolation(self.launch.isolations.len()));
        self.launch.isolations.push(isolation);
    }

    /// Makes an isolation of which only the runtime is known.
    pub(super) fn isolation(runtime: Runtime, title: &str, via: &'static str) -> Isolation {
        Isolation {
            runtime,
            title: Redacted::text(title),
            network: Network::OpenByDefault,
            mounts: Vec::new(),
            gaps: Vec::new(),
            not_read: None,
            published: Vec::new(),
            via,
        }
    }

    /// Tells whether paths of the rest are paths of this user's files.
    pub(super) fn sees_host_files(&self) -> bool {
        self.launch
            .isolations
            .iter()
            .all(|isolation| matches!(isolation.runtime, Runtime::Root | Runtime::SandboxProgram))
    }

    /// Adds a remark to the launch, once.
    pub(super) fn mark(&mut self, level: MarkLevel, text: &str) {
        if !self.launch.marks.iter().any(|mark| mark.text == text) {
            self.launch
                .marks
                .push(Mark::new(level, text, Some(self.at.clone())));
        }
    }

    /// Keeps the credentials and addresses of a finding.
    pub(super) fn take(&mut self, mut found: Found) {
        found.settings.clear();
        self.found.extend(found);
    }

    /// Reads a variable that the command line itself sets.
    pub(super) fn assign(&mut self, name: &str, value: &str) {
        let source = Source::assignment(self.at, self.expanded);
        let found = self.cx.variable(name, value, &source);
        self.found.extend(found);
    }

    /// Adds a credential of which only name and form are known.
    pub(super) fn credential(&mut self, name: &str, form: Form, carrier: Carrier) {
        let mut credential = Credential::new(Redacted::variable(name), form, carrier);
        credential.source = Some(self.at.clone());
        if !self.known.has_name(&self.found.credentials, &credential) {
            self.found.credentials.push(credential);
        }
    }

    /// Notes a file of variables.
    pub(super) fn env_file(&mut self, path: &str) {
        let name = words::base(path);
        self.credential(&name, Form::File, Carrier::Env);
        self.mark(
            MarkLevel::Note,
            "variables come from a file that was not read",
        );
    }

    /// Reads a shell string or a string that holds a command.
    pub(super) fn line(&mut self, text: &str) {
        let line = lexer::split(text, lexer::Style::Posix);
        self.run(&line);
    }

    /// Reads database files and sockets that the env map names; other paths in it are settings.
    fn read_env_paths(&mut self) {
        if !self.sees_host_files() {
            return;
        }
        for (_, value) in self.env {
            if let Some(value) = value {
                reach::database_or_socket(self, value);
            }
        }
    }

    /// Marks references in words that no other reading has seen.
    fn note_references(&mut self, all: &[String]) {
        let shell = self.launch.hops.iter().any(|hop| {
            matches!(
                hop,
                Hop::ShellString(_) | Hop::Wrapper("cmd /c" | "powershell")
            )
        });
        if shell || self.launch.bridge.is_some() {
            return;
        }
        let source = Source::new(Carrier::Argument, self.at);
        for (at, word) in all.iter().enumerate() {
            let name = if at == 0 { "command" } else { "args" };
            self.cx
                .note_variables(name, &Template::parse(word), &source);
        }
    }

    /// Reads options, and the files of variables and foreign registries among them.
    pub(super) fn launcher_options<'a>(&mut self, line: &'a [String], valued: &str) -> Options<'a> {
        let options = Options::read(line, |name| has_word(valued, name));
        for option in &options.list {
            self.userinfo(option.value.unwrap_or_default());
            match (option.name, option.value) {
                ("--env-file" | "--envfile" | "--env_file", Some(file)) => self.env_file(file),
                (
                    "--registry" | "--index" | "--index-url" | "--default-index"
                    | "--extra-index-url" | "--find-links" | "--pip-args",
                    Some(_),
                ) => self.mark(MarkLevel::Note, "packages come from another index"),
                _ => {}
            }
        }
        options
    }
}
