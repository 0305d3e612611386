//! What a variable says of itself: how it is shown, its bare name, and whether it is one at all.

use super::{Var, VarSyntax};
use crate::inventory::Redacted;
use crate::inventory::secret::{Shape, is_pasted, shape};

impl Var {
    pub(super) fn new(syntax: VarSyntax, name: &str, default: Option<&str>) -> Self {
        Self {
            syntax,
            name: name.trim().to_owned(),
            default: default.map(str::to_owned),
            written: String::new(),
        }
    }

    /// Tells whether a value stands where the name belongs.
    pub(crate) fn is_pasted(&self) -> bool {
        match self.syntax {
            VarSyntax::Command
            | VarSyntax::BracedFile
            | VarSyntax::CurlyFile
            | VarSyntax::Editor
            | VarSyntax::Curly => false,
            _ => is_pasted(self.bare_name()) || shape(self.bare_name()) == Shape::Token,
        }
    }

    /// Gives the variable as written, with its default left out and its name filtered.
    pub(crate) fn shown(&self) -> String {
        let name = Redacted::variable(&self.name);
        match self.syntax {
            VarSyntax::Dollar => format!("${name}"),
            VarSyntax::Braced | VarSyntax::BracedDefault | VarSyntax::Editor => {
                format!("${{{name}}}")
            }
            VarSyntax::BracedEnv => format!("${{env:{name}}}"),
            VarSyntax::Input => format!("${{input:{name}}}"),
            VarSyntax::BracedFile => "${file:•••}".to_owned(),
            VarSyntax::CurlyEnv => format!("{{env:{name}}}"),
            VarSyntax::CurlyFile => "{file:•••}".to_owned(),
            VarSyntax::Secrets => format!("${{{{ {name} }}}}"),
            VarSyntax::DoubleCurly => format!("{{{{{name}}}}}"),
            VarSyntax::Percent => format!("%{name}%"),
            VarSyntax::EnvUrl => format!("${{env://{name}}}"),
            VarSyntax::PowerShell => format!("$env:{name}"),
            VarSyntax::Keyring => format!("${{keyring:{name}}}"),
            VarSyntax::Command => "$(•••)".to_owned(),
            VarSyntax::UserConfig => format!("${{user_config.{name}}}"),
            VarSyntax::Curly => format!("{{{name}}}"),
        }
    }

    /// Gives the name without what says where to look it up (`secrets.X` is `X`); of commands and files nothing.
    pub(crate) fn bare_name(&self) -> &str {
        match self.syntax {
            VarSyntax::Command => "command",
            VarSyntax::BracedFile | VarSyntax::CurlyFile => "file",
            VarSyntax::Secrets => self
                .name
                .split_once('.')
                .map_or(self.name.as_str(), |(_, name)| name),
            _ => &self.name,
        }
    }
}
