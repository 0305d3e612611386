//! Logins, passwords and glued values in arguments, told by their flag and their form together.

use std::cell::OnceCell;

use super::args::{headers, is_opaque, key};
use super::reach::is_path;
use super::walk::Walk;
use super::words;
use crate::inventory::CredentialScheme;

/// What was read of a flag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Took {
    /// Nothing.
    Nothing,
    /// The word of the flag, in which the value is.
    Word,
    /// The word of the flag and its value.
    Value,
}

/// The words in which logins are looked for.
pub(super) struct Logins<'l> {
    line: &'l [String],
    user: OnceCell<bool>,
}

impl<'l> Logins<'l> {
    pub(super) fn of(line: &'l [String]) -> Self {
        let user = OnceCell::new();
        Self { line, user }
    }

    /// Says whether a user is named in a word of its own.
    fn has_user(&self) -> bool {
        *self.user.get_or_init(|| {
            let named = |flag: &str| ["-u", "--user", "--username", "-U"].contains(&flag);
            let mut pairs = self.line.windows(2);
            pairs.any(|pair| named(&pair[0]) && !pair[1].contains("://") && !is_path(&pair[1]))
        })
    }

    /// Tells whether the value of `-p` is a password: no port, path or address, and either beside a user or opaque.
    fn is_password(&self, value: &str) -> bool {
        let number = |b: u8| b.is_ascii_digit() || b":-,/.".contains(&b);
        !value.is_empty()
            && !value.bytes().all(number)
            && !value.contains("://")
            && !is_path(value)
            && (is_opaque(value) || self.has_user())
    }
}

/// Reads a flag that is a login or holds one; `name` is the part of `word` that names it.
pub(super) fn read(
    walk: &mut Walk<'_, '_>,
    (word, name): (&str, &str),
    value: Option<&str>,
    logins: &Logins<'_>,
) -> Took {
    let glued = &word[name.len()..];
    let value = value.unwrap_or_default();
    match name {
        // `-eNAME=value` and `-H'Name: value'`, in one word.
        "-e" if let Some((name, value)) = words::assignment(glued) => {
            walk.assign(name, value);
            Took::Word
        }
        "-H" if glued.contains(':') => {
            headers(walk, glued, None);
            Took::Word
        }
        "-u" | "-U" if is_login(glued) => {
            login(walk, name, glued);
            Took::Word
        }
        "-u" | "-U" | "--user" | "--userpwd" | "--login" | "--proxy-user" | "--account"
            if is_login(value) =>
        {
            login(walk, name, value);
            Took::Value
        }
        "-pw" | "--pw" | "-pwd" | "--pwd" | "--psw" | "--pin" | "--passw"
            if !value.is_empty() && !is_path(value) =>
        {
            key(walk, name, value);
            Took::Value
        }
        "-p" if logins.is_password(value) => {
            key(walk, name, value);
            Took::Value
        }
        _ => Took::Nothing,
    }
}

fn login(walk: &mut Walk<'_, '_>, name: &str, value: &str) {
    let before = walk.found.credentials.len();
    key(walk, name, value);
    for credential in walk.found.credentials.iter_mut().skip(before) {
        credential.scheme = CredentialScheme::Basic;
    }
}

/// Tells whether a text is `user:password`, and neither an address nor two numbers (`1000:1000`).
fn is_login(text: &str) -> bool {
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    text.split_once(':').is_some_and(|(user, password)| {
        let host = user.contains('.') || user == "localhost" || digits(user);
        let address = user.contains('/') || password.starts_with(['/', '\\']);
        let port = host && digits(password);
        !user.is_empty() && !password.is_empty() && !address && !port
    })
}
