//! Interpolation: every variable syntax that some client knows is recognised as a reference, whoever reads the file.

use std::fmt;

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
