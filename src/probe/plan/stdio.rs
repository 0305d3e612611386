//! Processes to start: the words of the entry, and of its environment what holds no credential.

use std::path::PathBuf;

use super::super::{Live, StdioTarget};
use super::command::{command_line, hides};
use super::http::scratch;
use super::refer::{fill, names};
use super::{Cx, Start};
use crate::diagnostic::Diagnostic;
use crate::inventory::{Credential, Form, Redacted, Values, is_credential_name, is_telling_word};

impl Cx<'_> {
    /// Makes the target of a command, with what a person is shown of it; nothing where it cannot be started.
    pub(super) fn stdio(&self, notes: &mut Vec<Diagnostic>) -> Option<(StdioTarget, Start)> {
        let kept = self.vault.of(self.server);
        let Some((kept, [program, args @ ..])) = kept.map(|k| (k, k.command.as_slice())) else {
            notes.push(self.warn("not started: its command does not stand in this file"));
            return None;
        };
        let written = || std::iter::once(program).chain(args).map(Live::reveal);
        let mut in_words = self.credentials_in_words(program, args);
        if !self.send && !in_words.is_empty() {
            notes.push(self.needs_leave("its command line"));
            return None;
        }
        let mut words = Vec::new();
        for word in std::iter::once(program).chain(args) {
            match fill(word.reveal(), kept.understood, self.lookup) {
                Ok(word) => words.push(Live::new(word)),
                Err(missing) => {
                    let why = missing.words();
                    notes.push(self.warn(format!("not started: in its command line {why}")));
                    return None;
                }
            }
        }
        // As written and as they are handed over: a default or a variable of any name may hold a secret.
        if let [program, args @ ..] = words.as_slice() {
            for name in self.credentials_in_words(program, args) {
                if !in_words.contains(&name) {
                    in_words.push(name);
                }
            }
        }
        // What a person is not shown may be a credential, whatever it is called.
        let all = words.iter().map(Live::reveal);
        if in_words.is_empty() && (hides(written()) || hides(all)) {
            in_words.push(Redacted::trusted("command line"));
        }
        if !self.send && !in_words.is_empty() {
            notes.push(self.needs_leave("its command line"));
            return None;
        }
        let cwd = match kept.cwd.as_ref().map(Live::reveal) {
            None => None,
            Some(written) => match fill(written, kept.understood, self.lookup) {
                Err(missing) => {
                    let why = missing.words();
                    notes.push(self.warn(format!("not started: in its working directory {why}")));
                    return None;
                }
                Ok(cwd) if !self.send && (hides([written]) || hides([cwd.as_str()])) => {
                    notes.push(self.needs_leave("the name of its working directory"));
                    return None;
                }
                Ok(cwd) => Some(PathBuf::from(cwd)),
            },
        };
        let mut target = StdioTarget {
            program: words.first()?.reveal().into(),
            args: words.split_off(1),
            env: Vec::new(),
            cwd,
            credentials: Vec::new(),
        };
        if self.send {
            target.credentials = in_words;
        }
        let mut start = Start {
            name: self.server.name.clone(),
            source: self.server.source.clone(),
            command: command_line(written()),
            cwd: kept.cwd.as_ref().map(|cwd| Redacted::whole(cwd.reveal())),
            env: Vec::new(),
            withheld: Vec::new(),
        };
        for (name, value) in &kept.env {
            self.variable(
                name.reveal(),
                value.as_ref(),
                kept.understood,
                &mut target,
                &mut start,
                notes,
            );
        }
        Some((target, start))
    }

    /// Hands over one variable, or keeps it back.
    fn variable(
        &self,
        name: &str,
        value: Option<&Live>,
        understood: &[crate::inventory::VarSyntax],
        target: &mut StdioTarget,
        start: &mut Start,
        notes: &mut Vec<Diagnostic>,
    ) {
        let shown = Redacted::variable(name);
        let secret = self.is_secret(name, value.map(Live::reveal));
        if secret && !self.send {
            start.withheld.push(shown);
            return;
        }
        let filled = match value {
            Some(value) => fill(value.reveal(), understood, self.lookup),
            None => (self.lookup)(name).ok_or(super::refer::Missing::Unset),
        };
        match filled {
            Ok(value) => {
                let secret = secret || self.is_secret(name, Some(&value));
                if secret && !self.send {
                    start.withheld.push(shown);
                    return;
                }
                if secret {
                    target.credentials.push(shown.clone());
                }
                start.env.push(shown);
                target.env.push((name.to_owned(), Live::new(value)));
            }
            Err(missing) => {
                let why = missing.words();
                notes.push(self.warn(format!("{shown} is not handed over: {why}")));
            }
        }
    }

    /// Says whether a variable holds a credential, by the same rules as everywhere.
    fn is_secret(&self, name: &str, value: Option<&str>) -> bool {
        let mut values = Values::default();
        let mut facts = scratch(&mut values);
        let at = &self.server.source;
        let found = match value {
            Some(value) => facts.env(name, value, at),
            None => facts.env_inherited(name, at),
        };
        let told = Redacted::variable(name);
        let named = is_telling_word(name) && value.is_some_and(|v| !v.is_empty());
        named
            || !found.credentials.is_empty()
            || self.server.credentials.iter().any(|c| c.name == told)
    }

    /// Names the credentials whose values stand in the words of a command, or would be filled in there.
    fn credentials_in_words(&self, program: &Live, args: &[Live]) -> Vec<Redacted> {
        let args: Vec<String> = args.iter().map(|a| a.reveal().to_owned()).collect();
        let mut values = Values::default();
        let (_, found) =
            scratch(&mut values).launch(program.reveal(), &args, &[], None, &self.server.source);
        let in_words =
            |c: &&Credential| c.literal_default || (c.form == Form::Literal && !c.placeholder);
        let mut named: Vec<Redacted> = found
            .credentials
            .iter()
            .filter(in_words)
            .map(|c| c.name.clone())
            .collect();
        let understood = self.vault.of(self.server).map_or(&[][..], |k| k.understood);
        for name in args.iter().flat_map(|arg| names(arg, understood)) {
            if is_credential_name(&name) {
                named.push(Redacted::variable(&name));
            }
        }
        named.dedup();
        named
    }
}
