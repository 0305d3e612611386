//! Interpolation: every variable syntax that some client knows is recognised as a reference, whoever reads the file.

mod nesting;
mod var;

use std::fmt;

use nesting::{End, matching};

/// A way to write a variable inside a text of a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum VarSyntax {
    /// `$V`.
    Dollar,
    /// `${V}`.
    Braced,
    /// `${V:-default}`, also `${V-default}`, `${V:?message}` and `${V:+other}`.
    BracedDefault,
    /// `${env:V}`, also `${env.V}` and `${localEnv:V}`.
    BracedEnv,
    /// `${input:id}`.
    Input,
    /// `${file:path}`.
    BracedFile,
    /// `{env:V}`.
    CurlyEnv,
    /// `{file:path}`.
    CurlyFile,
    /// `${{ secrets.V }}`, also `inputs.` and `vars.`.
    Secrets,
    /// `{{V}}`.
    DoubleCurly,
    /// `%V%`.
    Percent,
    /// `${env://V}` and `${env://V:-default}`.
    EnvUrl,
    /// `$env:V`.
    PowerShell,
    /// `${keyring:V}`.
    Keyring,
    /// `$(cmd)`, `` `cmd` ``, `${cmd: ...}` and `${command:id}`.
    Command,
    /// A place that the host knows: `${workspaceFolder}`, `${userHome}`, `${/}`, `${CLAUDE_PLUGIN_ROOT}`.
    Editor,
    /// `${user_config.x}`.
    UserConfig,
    /// `{x}`, in URL templates of registries only.
    Curly,
}

/// One piece of a text.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Part {
    /// Text that stands for itself.
    Text(String),
    /// A variable.
    Var(Var),
}

/// A variable as written.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Var {
    /// How it is written.
    pub(crate) syntax: VarSyntax,
    /// Its name; the command or path for [`VarSyntax::Command`] and the file syntaxes.
    pub(crate) name: String,
    /// Its default text.
    pub(crate) default: Option<String>,
    /// The whole as it stands in the text.
    pub(crate) written: String,
}

/// A text split into literal text and variables.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Template {
    /// The pieces, in order; no two texts in a row.
    pub(crate) parts: Vec<Part>,
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Template")
            .field("parts", &self.parts.len())
            .finish_non_exhaustive()
    }
}

impl Template {
    /// Splits a text; never fails, what is no variable is text.
    pub(crate) fn parse(text: &str) -> Self {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['$', '{', '%', '`']) {
            plain.push_str(&rest[..at]);
            rest = &rest[at..];
            let whole = plain.is_empty() && parts.is_empty();
            if let Some((mut var, length)) = variable(rest, whole) {
                rest[..length].clone_into(&mut var.written);
                if !plain.is_empty() {
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                }
                parts.push(Part::Var(var));
                rest = &rest[length..];
            } else {
                plain.push_str(&rest[..1]);
                rest = &rest[1..];
            }
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            parts.push(Part::Text(plain));
        }
        Self { parts }
    }

    /// Splits a URL: as [`Template::parse`], and `{name}` is a variable too.
    pub(crate) fn parse_url(text: &str) -> Self {
        let mut parts = Vec::new();
        for part in Self::parse(text).parts {
            match part {
                Part::Text(text) => split_curly(&text, &mut parts),
                Part::Var(_) => parts.push(part),
            }
        }
        Self { parts }
    }

    /// Gives the variables, in order.
    pub(crate) fn vars(&self) -> impl Iterator<Item = &Var> {
        self.parts.iter().filter_map(|part| match part {
            Part::Var(var) => Some(var),
            Part::Text(_) => None,
        })
    }

    /// Gives the only variable of a text that is nothing but a variable.
    pub(crate) fn only_var(&self) -> Option<&Var> {
        match self.parts.as_slice() {
            [Part::Var(var)] => Some(var),
            _ => None,
        }
    }

    /// Puts the variables in; nothing where one has no value.
    #[cfg(feature = "probe")]
    pub(crate) fn fill(&self, mut value: impl FnMut(&Var) -> Option<String>) -> Option<String> {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Text(plain) => text.push_str(plain),
                Part::Var(var) => text.push_str(&value(var)?),
            }
        }
        Some(text)
    }

    /// Gives the literal text alone.
    pub(crate) fn literal(&self) -> String {
        self.parts
            .iter()
            .filter_map(|part| match part {
                Part::Text(text) => Some(text.as_str()),
                Part::Var(_) => None,
            })
            .collect()
    }
}

/// Splits text at `{name}`.
fn split_curly(text: &str, parts: &mut Vec<Part>) {
    let mut rest = text;
    let mut plain = String::new();
    while let Some(at) = rest.find('{') {
        plain.push_str(&rest[..at]);
        let inner = &rest[at + 1..];
        let end = identifier(inner).filter(|end| inner[*end..].starts_with('}'));
        let Some(end) = end else {
            plain.push('{');
            rest = inner;
            continue;
        };
        if !plain.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut plain)));
        }
        let mut var = Var::new(VarSyntax::Curly, &inner[..end], None);
        var.written = format!("{{{}}}", &inner[..end]);
        parts.push(Part::Var(var));
        rest = &inner[end + 1..];
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        parts.push(Part::Text(plain));
    }
}

/// Names that a host fills with a place or a sign, never with a secret.
const EDITOR: &str = "workspaceFolder workspaceFolderBasename workspaceRoot userHome cwd file fileDirname \
relativeFile lineNumber selectedText execPath pathSeparator / extensionPath CLAUDE_PLUGIN_ROOT \
CLAUDE_PLUGIN_DATA CLAUDE_PROJECT_DIR PLUGIN_ROOT PLUGIN_DATA __dirname localWorkspaceFolder \
containerWorkspaceFolder localWorkspaceFolderBasename DESKTOP DOCUMENTS DOWNLOADS";

/// Reads the variable at the start of a text and how long it is; `whole` says that nothing stands before it.
fn variable(text: &str, whole: bool) -> Option<(Var, usize)> {
    if let Some(rest) = text.strip_prefix("${{") {
        let next = rest.find("${{").unwrap_or(rest.len());
        let end = rest[..next].find("}}")?;
        return Some((Var::new(VarSyntax::Secrets, &rest[..end], None), end + 5));
    }
    if let Some(rest) = text.strip_prefix("${") {
        return match matching(rest, '{', '}')? {
            End::At(end) => braced(&rest[..end]).map(|var| (var, end + 3)),
            End::TooDeep => Some(opaque(text)),
        };
    }
    if let Some(rest) = text.strip_prefix("$(") {
        return match matching(rest, '(', ')')? {
            End::At(end) => Some((Var::new(VarSyntax::Command, &rest[..end], None), end + 3)),
            End::TooDeep => Some(opaque(text)),
        };
    }
    if let Some(rest) = text.strip_prefix('`') {
        let end = rest.find('`').filter(|end| *end > 0)?;
        return Some((Var::new(VarSyntax::Command, &rest[..end], None), end + 2));
    }
    if let Some(rest) = text
        .strip_prefix("$env:")
        .or_else(|| text.strip_prefix("$Env:"))
    {
        let end = identifier(rest)?;
        return Some((Var::new(VarSyntax::PowerShell, &rest[..end], None), end + 5));
    }
    if let Some(rest) = text.strip_prefix('$') {
        let end = identifier(rest)?;
        let name = &rest[..end];
        // Inside other text `$word` is part of a password more often than a variable.
        let alone = whole && end == rest.len();
        let capitals = name.bytes().all(|b| !b.is_ascii_lowercase());
        return (alone || capitals).then(|| (Var::new(VarSyntax::Dollar, name, None), end + 1));
    }
    if let Some(rest) = text.strip_prefix("{{") {
        let end = rest.find(['{', '}'])?;
        let name = rest[..end].trim();
        let plain = !name.is_empty()
            && rest[end..].starts_with("}}")
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b));
        return plain.then(|| (Var::new(VarSyntax::DoubleCurly, name, None), end + 4));
    }
    if let Some(rest) = text.strip_prefix("{env:") {
        let end = rest
            .find(['{', '}'])
            .filter(|end| rest[*end..].starts_with('}'))?;
        return Some((Var::new(VarSyntax::CurlyEnv, &rest[..end], None), end + 6));
    }
    if let Some(rest) = text.strip_prefix("{file:") {
        let end = rest
            .find(['{', '}'])
            .filter(|end| rest[*end..].starts_with('}'))?;
        return Some((Var::new(VarSyntax::CurlyFile, &rest[..end], None), end + 7));
    }
    if let Some(rest) = text.strip_prefix('%') {
        let end = identifier(rest)?;
        let closed = rest[end..].starts_with('%');
        // `%2F%2F` and `%AB%` are percent encoding.
        let alone = whole && rest.len() == end + 1;
        return (closed && (alone || end > 2))
            .then(|| (Var::new(VarSyntax::Percent, &rest[..end], None), end + 2));
    }
    None
}

/// Reads what stands between `${` and `}`.
fn braced(inner: &str) -> Option<Var> {
    let prefixed = [
        ("env://", VarSyntax::EnvUrl),
        ("env:", VarSyntax::BracedEnv),
        ("env.", VarSyntax::BracedEnv),
        ("localEnv:", VarSyntax::BracedEnv),
        ("containerEnv:", VarSyntax::BracedEnv),
        ("input:", VarSyntax::Input),
        ("file:", VarSyntax::BracedFile),
        ("keyring:", VarSyntax::Keyring),
        ("cmd:", VarSyntax::Command),
        ("command:", VarSyntax::Command),
        ("config:", VarSyntax::Editor),
        ("user_config.", VarSyntax::UserConfig),
    ];
    if EDITOR.split(' ').any(|name| name == inner) {
        return Some(Var::new(VarSyntax::Editor, inner, None));
    }
    for (prefix, syntax) in prefixed {
        let Some(rest) = inner.strip_prefix(prefix) else {
            continue;
        };
        let with_default = matches!(syntax, VarSyntax::EnvUrl | VarSyntax::BracedEnv);
        let (name, default) = match rest.split_once(":-").filter(|_| with_default) {
            Some((name, default)) => (name, Some(default)),
            None => (rest, None),
        };
        return Some(Var::new(syntax, name, default));
    }
    let end = identifier(inner)?;
    let (name, tail) = inner.split_at(end);
    if tail.is_empty() {
        return Some(Var::new(VarSyntax::Braced, name, None));
    }
    for sign in [":-", ":=", ":+", "-", "="] {
        if let Some(default) = tail.strip_prefix(sign) {
            return Some(Var::new(VarSyntax::BracedDefault, name, Some(default)));
        }
    }
    if tail.starts_with(":?") || tail.starts_with('?') {
        return Some(Var::new(VarSyntax::BracedDefault, name, None));
    }
    // Names with signs (`${my-key}`, `${a.b}`) exist too; nothing else is a variable.
    let plain = inner
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"_.- ".contains(&b));
    plain.then(|| Var::new(VarSyntax::Braced, inner, None))
}

/// Length of the identifier at the start of a text.
fn identifier(text: &str) -> Option<usize> {
    let first = text.bytes().next()?;
    if !(first.is_ascii_alphabetic() || first == b'_') {
        return None;
    }
    Some(
        text.bytes()
            .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
            .count(),
    )
}

/// Takes the whole text as one thing that is not looked into, and never shown.
fn opaque(text: &str) -> (Var, usize) {
    (Var::new(VarSyntax::Command, text, None), text.len())
}

#[cfg(test)]
mod tests;
