//! Three operating systems: what the spelling of a place means on each, and which variables move it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::dialect::places::Place;

/// An operating system whose places are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Os {
    /// Linux, also under WSL.
    Linux,
    /// macOS.
    Macos,
    /// Windows.
    Windows,
}

/// Folders that the system itself moves: variable, folder.
const MOVES: [(&str, &str); 6] = [
    ("XDG_CONFIG_HOME", "~/.config/"),
    ("XDG_STATE_HOME", "~/.local/state/"),
    ("APPDATA", "~/AppData/Roaming/"),
    ("LOCALAPPDATA", "~/AppData/Local/"),
    ("ProgramData", "C:/ProgramData/"),
    ("ProgramFiles", "C:/Program Files/"),
];

impl Os {
    /// Every system.
    pub const ALL: [Os; 3] = [Os::Linux, Os::Macos, Os::Windows];

    /// The system that the program runs on.
    pub fn here() -> Self {
        match std::env::consts::OS {
            "macos" => Os::Macos,
            "windows" => Os::Windows,
            _ => Os::Linux,
        }
    }

    /// Names the system.
    pub fn name(self) -> &'static str {
        match self {
            Os::Linux => "Linux",
            Os::Macos => "macOS",
            Os::Windows => "Windows",
        }
    }

    /// Turns a place into its path on this system, with `/` between the segments and `~` for the home directory.
    pub fn path(self, written: &str) -> Option<String> {
        let plain = self.untagged(written)?;
        let (user_data, config) = match self {
            Os::Linux => ("~/.config", "~/.config"),
            Os::Macos => ("~/Library/Application Support", "~/.config"),
            Os::Windows => ("~/AppData/Roaming", "~/AppData/Roaming"),
        };
        Some(if let Some(rest) = plain.strip_prefix("<user-data>") {
            format!("{user_data}{rest}")
        } else if let Some(rest) = plain.strip_prefix("<config>") {
            format!("{config}{rest}")
        } else {
            plain.to_owned()
        })
    }

    /// Takes the name of a system off a place; nothing when it is the name of another system.
    fn untagged(self, written: &str) -> Option<&str> {
        let tags: [(&str, &[Os]); 4] = [
            ("linux:", &[Os::Linux]),
            ("macos:", &[Os::Macos]),
            ("unix:", &[Os::Linux, Os::Macos]),
            ("windows:", &[Os::Windows]),
        ];
        for (tag, systems) in tags {
            if let Some(rest) = written.strip_prefix(tag) {
                return systems.contains(&self).then_some(rest);
            }
        }
        Some(written)
    }
}

/// A place that an environment variable moved.
pub(super) struct Moved {
    /// What is shown: the variable's name, never its value.
    pub(super) shown: String,
    /// Where its value leads.
    pub(super) start: PathBuf,
    /// Number of characters of the usual path that `start` stands for.
    pub(super) replaced: usize,
}

/// Finds the first set variable that moves a place; `path` is the usual one on this system.
pub(super) fn moved(
    os: Os,
    place: &Place,
    path: &str,
    home: Option<&Path>,
    variable: &dyn Fn(&str) -> Option<OsString>,
) -> Option<Moved> {
    let own = place.moves.iter().map(|m| (m.variable, m.from, m.to));
    let system = MOVES.iter().map(|&(name, from)| (name, from, "/"));
    own.chain(system).find_map(|(name, from, to)| {
        let from = os.path(from)?;
        if !path.starts_with(&from) {
            return None;
        }
        let value = PathBuf::from(variable(name)?);
        // A relative folder is ignored, as the XDG rules say.
        if !value.is_absolute() {
            return None;
        }
        let start = match to.trim_matches('/') {
            "" => value,
            below => value.join(below),
        };
        let usual = match from.strip_prefix("~/") {
            Some(below) => home.map(|home| home.join(below)),
            None => Some(PathBuf::from(&from)),
        };
        (usual.as_ref() != Some(&start)).then(|| Moved {
            shown: format!("${name}{}", to.trim_end_matches('/')),
            start,
            replaced: from.len(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_spelled_for_each_system() {
        let all = |written| Os::ALL.map(|os| os.path(written).unwrap_or_default());
        assert_eq!(
            all("<user-data>/Code*/User/mcp.json"),
            [
                "~/.config/Code*/User/mcp.json",
                "~/Library/Application Support/Code*/User/mcp.json",
                "~/AppData/Roaming/Code*/User/mcp.json"
            ]
        );
        assert_eq!(
            all("<config>/amp/settings.json"),
            [
                "~/.config/amp/settings.json",
                "~/.config/amp/settings.json",
                "~/AppData/Roaming/amp/settings.json"
            ]
        );
        assert_eq!(all("unix:/etc/x"), ["/etc/x", "/etc/x", ""]);
        assert_eq!(
            all("windows:C:/ProgramData/x"),
            ["", "", "C:/ProgramData/x"]
        );
        assert_eq!(all("~/.claude.json"), ["~/.claude.json"; 3]);
    }
}
