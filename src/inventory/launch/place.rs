//! Where program files and scripts lie.

use super::Location;
use super::walk::Walk;
use crate::inventory::facts::Source;
use crate::inventory::redact::path::{self, Root};
use crate::inventory::template::Template;
use crate::inventory::{Carrier, MarkLevel};

impl Walk<'_, '_> {
    /// Tells where a program lies; a bare name is found on the search path.
    pub(super) fn locate(&self, word: &str) -> Location {
        if word.contains(['/', '\\']) || Template::parse(word).vars().next().is_some() {
            self.locate_file(word)
        } else {
            Location::SearchPath
        }
    }

    /// Tells where a file lies.
    pub(super) fn locate_file(&self, word: &str) -> Location {
        if !self.sees_host_files() {
            return Location::Elsewhere;
        }
        let reading = path::read(word);
        let leaves = reading.parts.iter().any(|part| part == "..");
        match reading.root {
            Root::Home => Location::Home,
            Root::System => Location::System,
            Root::Bundle => Location::Bundle,
            Root::Workspace | Root::Relative if leaves => Location::Elsewhere,
            Root::Workspace if word.starts_with(['$', '%']) => Location::Repository,
            Root::Workspace | Root::Relative => self.locate_relative(),
            Root::Disk | Root::Other | Root::Variable => Location::Elsewhere,
        }
    }

    fn locate_relative(&self) -> Location {
        let Some(cwd) = &self.cwd else {
            return if self.cx.in_repository {
                Location::Repository
            } else {
                Location::Elsewhere
            };
        };
        let reading = path::read(cwd);
        let leaves = reading.parts.iter().any(|part| part == "..");
        match reading.root {
            Root::Home => Location::Home,
            Root::System => Location::System,
            Root::Bundle => Location::Bundle,
            Root::Workspace if !leaves => Location::Repository,
            Root::Relative if !leaves && self.cx.in_repository => Location::Repository,
            _ => Location::Elsewhere,
        }
    }

    pub(super) fn check_cwd(&mut self) {
        let Some(cwd) = self.cwd.clone() else {
            return;
        };
        self.cx.note_variables(
            "cwd",
            &Template::parse(&cwd),
            &Source::new(Carrier::Argument, self.at),
        );
        let reading = path::read(&cwd);
        let relative = matches!(reading.root, Root::Workspace | Root::Relative);
        if relative
            && self.cx.in_repository
            && reading.parts.first().is_some_and(|part| part == "..")
        {
            self.mark(
                MarkLevel::Note,
                "working directory lies outside the workspace",
            );
        }
    }
}
