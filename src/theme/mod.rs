//! Themes: what each role of the picture looks like. Data files only, no logic per client.

mod colour;
mod read;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;

pub use colour::Colour;

/// Declares the built-in themes: one line each, the file is `themes/NAME.toml`.
macro_rules! themes {
    ($($name:literal),* $(,)?) => {
        /// Names and texts of the built-in themes, the default first.
        pub const BUILT_IN: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../themes/", $name, ".toml")))),*];
    };
}

themes! {
    "light",
    "dark",
    "print",
    "high-contrast",
    "colorblind",
}

/// Declares the roles with the word that theme files and style classes use.
macro_rules! roles {
    ($($(#[$doc:meta])* $name:ident = $word:literal ($($key:ident),+);)*) => {
        /// What a part of the picture means; a theme gives each role its colours.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Role { $($(#[$doc])* $name),* }

        impl Role {
            /// All roles.
            pub const ALL: &[Role] = &[$(Role::$name),*];

            /// Gives the word of theme files and classes.
            pub fn word(self) -> &'static str {
                match self { $(Role::$name => $word),* }
            }

            /// Gives the colour keys that a theme must fill.
            pub fn needs(self) -> &'static [&'static str] {
                match self { $(Role::$name => &[$(stringify!($key)),+]),* }
            }
        }
    };
}

roles! {
    /// The ground of the picture.
    Canvas = "canvas" (fill);
    /// Frame of a machine.
    Machine = "machine" (fill, line, text);
    /// Frame of an OS user; green means "runs with this user's rights", never "safe".
    OsUser = "os-user" (fill, line, text);
    /// Frame of a host.
    Host = "host" (fill, line, text);
    /// Frame of a container, VM or sandbox.
    Isolation = "isolation" (fill, line, text);
    /// Frame of a private network.
    PrivateNetwork = "private-network" (fill, line, text);
    /// Frame of a provider.
    Provider = "provider" (fill, line, text);
    /// Person, model, gate, and what steers them.
    Control = "control" (fill, line, text);
    /// Clients and the grey bus from model to client.
    Call = "call" (fill, line, text);
    /// Local servers and pipes to them.
    Local = "local" (fill, line, text);
    /// Remote servers and what crosses the network.
    Remote = "remote" (fill, line, text);
    /// Authorization servers and the way to a token.
    OAuth = "oauth" (fill, line, text);
    /// APIs, folders, databases and the way to them.
    Upstream = "upstream" (fill, line, text);
    /// Alarms, and what comes in from outside.
    Alarm = "alarm" (fill, line, text);
    /// What is disabled, shadowed or blocked.
    Off = "off" (fill, line, text);
    /// Legend, protocol note, coverage line.
    Note = "note" (fill, line, text);
    /// First lines.
    Ink = "ink" (text);
    /// Second lines.
    Soft = "soft" (text);
    /// Names of credentials, with their key.
    Credential = "credential" (text);
    /// Warnings and open locks.
    Warning = "warning" (text);
}

/// What a role looks like.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Surfaces.
    pub fill: Option<Colour>,
    /// Borders and lines.
    pub line: Option<Colour>,
    /// Text.
    pub text: Option<Colour>,
    /// Width of borders and lines.
    pub width: f64,
    /// Lengths of dashes and gaps; empty means solid. Of a flow's line or a boundary's border.
    pub dash: Vec<f64>,
}

/// A theme: the look of every role.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    /// Name, for messages.
    pub name: String,
    looks: BTreeMap<Role, Look>,
}

impl Theme {
    /// Returns a built-in theme.
    pub fn named(name: &str) -> Option<Self> {
        let (name, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Self::parse(name, text).ok()
    }

    /// Returns a built-in theme by name, or reads a theme file.
    pub fn load(name_or_path: &str) -> Result<Self, Diagnostic> {
        if let Some(theme) = Self::named(name_or_path) {
            return Ok(theme);
        }
        let names: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
        let is_file = std::path::Path::new(name_or_path)
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
        let expected = format!(
            "expected one of {} or the path of a .toml file",
            names.join(", ")
        );
        if !is_file {
            return Err(Diagnostic::error(format!("unknown theme, {expected}")));
        }
        let shown = read::shown(name_or_path);
        let text = std::fs::read_to_string(name_or_path).map_err(|error| {
            Diagnostic::error(format!("cannot read the theme: {}", error.kind()))
                .in_file(shown.clone())
                .hint(expected)
        })?;
        Self::parse(&shown, &text)
    }

    /// Reads the text of a theme file; `path` is for messages.
    pub fn parse(path: &str, text: &str) -> Result<Self, Diagnostic> {
        read::theme(path, text)
    }

    /// Returns what a role looks like.
    pub fn look(&self, role: Role) -> &Look {
        static PLAIN: Look = Look {
            fill: None,
            line: None,
            text: None,
            width: 1.0,
            dash: Vec::new(),
        };
        self.looks.get(&role).unwrap_or(&PLAIN)
    }

    /// Says whether text is light on dark.
    pub fn is_dark(&self) -> bool {
        let (ground, ink) = (self.look(Role::Canvas).fill, self.look(Role::Ink).text);
        match (ground, ink) {
            (Some(ground), Some(ink)) => {
                let black = Colour([0; 3]);
                ground.contrast(black) < ink.contrast(black)
            }
            _ => false,
        }
    }
}
