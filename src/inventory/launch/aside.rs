//! Credentials beside the program: in assignments before it, in addresses that code comes from, in other commands.

use super::walk::Walk;
use super::{Program, args, words};
use crate::inventory::facts::Source;
use crate::inventory::secret::{Suspicion, suspect};
use crate::inventory::{Carrier, Credential, Form, MarkLevel};

impl Walk<'_, '_> {
    /// Reads the `NAME=value` words before the program; gives what follows. Only a shell takes them for variables.
    pub(super) fn assigned<'l>(&mut self, line: &'l [String]) -> &'l [String] {
        let mut rest = line;
        while let Some((first, after)) = rest.split_first()
            && let Some((name, value)) = words::assignment(first)
        {
            let source = Source::new(Carrier::Env, self.at);
            let found = self.cx.variable(name, value, &source);
            self.found.extend(found);
            rest = after;
        }
        if rest.len() < line.len() {
            let text = "NAME=value before the program: without a shell this does not start";
            self.mark(MarkLevel::Warning, text);
        }
        rest
    }

    /// Says which argument a text stands in.
    pub(super) fn place_of(&self, text: &str) -> String {
        match self.places.find(text) {
            Some(0) => "command".to_owned(),
            Some(at) => format!("argument {at}"),
            None => "argument".to_owned(),
        }
    }

    /// Keeps the user and password in the address from which code is fetched.
    pub(super) fn userinfo(&mut self, text: &str) {
        let address = text.split_once(" @ ").map_or(text, |(_, address)| address);
        let address = address.trim();
        let address = ["git+", "hg+"]
            .iter()
            .find_map(|kind| address.strip_prefix(kind))
            .unwrap_or(address);
        if !address.contains("://") {
            return;
        }
        let source = Source::assignment(self.at, self.expanded);
        let name = self.place_of(text);
        let found = self.cx.address(&name, address, &source);
        let held = found.map(|found| found.credentials).unwrap_or_default();
        for credential in held {
            // A long segment of the path is a commit more often than a key.
            if matches!(credential.carrier, Carrier::Userinfo | Carrier::Query) {
                self.keep_aside(credential);
            }
        }
    }

    /// Keeps a credential that is no server's unless the same value is known under some name; it stands in an argument.
    fn keep_aside(&mut self, credential: Credential) {
        if !self.known.has(&self.found.credentials, &credential) {
            self.found.credentials.push(Credential {
                carrier: Carrier::Argument,
                ..credential
            });
        }
    }

    /// Keeps the credentials in the arguments of a command that is not the server.
    pub(super) fn aside(&mut self, line: &[String]) {
        let Some((_, rest)) = line.split_first() else {
            return;
        };
        let launch = self.launch.clone();
        let (found, known) = (
            std::mem::take(&mut self.found),
            std::mem::take(&mut self.known),
        );
        args::read(self, rest);
        // `docker login -u NAME -p PASSWORD`.
        let password = rest.windows(2).find(|two| two[0] == "-p");
        if let Some([_, value]) = password.filter(|_| rest[0] == "login") {
            args::key(self, "-p", value);
        }
        let aside = std::mem::replace(&mut self.found, found);
        self.known = known;
        self.launch = launch;
        for credential in aside.credentials {
            self.keep_aside(credential);
        }
    }

    /// Ends at code that stands in the command line itself.
    pub(super) fn inline_code(&mut self, code: &[String]) {
        for word in code {
            if suspect(None, word) == Suspicion::Secret {
                let name = self.place_of(word);
                self.credential(&name, Form::Literal, Carrier::Argument);
            }
        }
        self.launch.program = Program::Unknown;
        self.mark(MarkLevel::Note, "code in the command line");
    }
}
