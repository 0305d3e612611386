//! Roles: what a part of the picture means. A theme gives each its look.

/// Declares the roles with the word that theme files and style classes use, and the colours each must have.
macro_rules! roles {
    ($($(#[doc = $doc:literal])+ $name:ident = $word:literal ($($key:ident),+);)*) => {
        /// What a part of the picture means; a theme gives each role its colours.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Role { $($(#[doc = $doc])+ $name),* }

        impl Role {
            /// All roles.
            pub const ALL: &[Role] = &[$(Role::$name),*];

            /// Gives the word of theme files and classes.
            pub fn word(self) -> &'static str {
                match self { $(Role::$name => $word),* }
            }

            /// Says what has this role.
            pub fn meaning(self) -> &'static str {
                match self { $(Role::$name => concat!($($doc),+).trim_ascii()),* }
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
    /// Frame and processes of the OS user; green means "runs with all rights of this user", never "safe".
    OsUser = "os-user" (fill, line, text);
    /// Frame of another account: a cloud session, a service account, root.
    Account = "account" (fill, line, text);
    /// Frame of a host.
    Host = "host" (fill, line, text);
    /// Frame and processes of a container, VM or sandbox.
    Isolation = "isolation" (fill, line, text);
    /// Frame of a private network.
    PrivateNetwork = "private-network" (fill, line, text);
    /// Frame of a provider.
    Provider = "provider" (fill, line, text);
    /// Person, model, gate, and what steers them.
    Control = "control" (fill, line, text);
    /// Clients and the grey bus from model to client.
    Call = "call" (fill, line, text);
    /// Pipes to local servers, and local servers of which nobody knows whose rights they have.
    Local = "local" (fill, line, text);
    /// Remote servers and what crosses the network.
    Remote = "remote" (fill, line, text);
    /// Authorization servers and the way to a token.
    OAuth = "oauth" (fill, line, text);
    /// APIs, folders, databases and the way to them.
    Upstream = "upstream" (fill, line, text);
    /// Alarms: what nobody approves, a secret in a file, a broken rule, a way in from outside.
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
    /// Warnings, and gaps of a border.
    Warning = "warning" (text);
}

impl Role {
    /// Says whether a key of a theme file changes anything about this role.
    pub(super) fn takes(self, key: &str) -> bool {
        self.needs().contains(&key) || self.needs().len() == 3
    }
}
