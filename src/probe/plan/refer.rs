//! Variables in live values: filled in as the client of the entry would, and only when the value is about to be used.

use crate::inventory::{Template, Var, VarSyntax};

/// Why a value cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    /// A variable that is not set.
    Unset,
    /// The client alone can tell it: an answer of the user, a keyring, a command, a place in the editor.
    Elsewhere,
}

impl Missing {
    /// Says why in a few words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Missing::Unset => "a variable that it names is not set",
            Missing::Elsewhere => "its value stands where only the client looks",
        }
    }
}

/// Fills in the variables of a text; what the client does not understand stays as it stands.
pub(super) fn fill(
    text: &str,
    understood: &[VarSyntax],
    lookup: super::Environment<'_>,
) -> Result<String, Missing> {
    let mut missing = None;
    let filled = Template::parse(text).fill(|var| {
        if !understood.contains(&var.syntax) {
            return Some(var.written.clone());
        }
        let value = if is_environment(var.syntax) {
            lookup(&var.name)
                .filter(|value| !value.is_empty())
                .or_else(|| var.default.clone())
        } else {
            None
        };
        if value.is_none() {
            missing = Some(why(var));
        }
        value
    });
    filled.ok_or(missing.unwrap_or(Missing::Unset))
}

/// Names the variables that would be looked up.
pub(super) fn names(text: &str, understood: &[VarSyntax]) -> Vec<String> {
    Template::parse(text)
        .vars()
        .filter(|var| understood.contains(&var.syntax))
        .map(|var| var.bare_name().to_owned())
        .collect()
}

fn why(var: &Var) -> Missing {
    if is_environment(var.syntax) {
        Missing::Unset
    } else {
        Missing::Elsewhere
    }
}

/// Says whether a syntax names a variable of the environment.
fn is_environment(syntax: VarSyntax) -> bool {
    match syntax {
        VarSyntax::Dollar
        | VarSyntax::Braced
        | VarSyntax::BracedDefault
        | VarSyntax::BracedEnv
        | VarSyntax::CurlyEnv
        | VarSyntax::Percent
        | VarSyntax::EnvUrl
        | VarSyntax::PowerShell => true,
        VarSyntax::Input
        | VarSyntax::BracedFile
        | VarSyntax::CurlyFile
        | VarSyntax::Secrets
        | VarSyntax::DoubleCurly
        | VarSyntax::Keyring
        | VarSyntax::Command
        | VarSyntax::Editor
        | VarSyntax::UserConfig
        | VarSyntax::Curly => false,
    }
}
