//! How paths are shown: without user names, machine names or the tree above them.

use super::{MASK, mask_word};
use crate::inventory::secret::{Shape, shape};
use crate::inventory::template::{Part, Template, VarSyntax};

/// Where a path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Root {
    /// The user's home.
    Home,
    /// The root of a disk.
    Disk,
    /// A place of the operating system; the text stays.
    System,
    /// The project, or the working directory.
    Workspace,
    /// The plugin, extension or bundle.
    Bundle,
    /// Elsewhere on the disk or network.
    Other,
    /// Nothing tells: a name or a path relative to an unknown place.
    Relative,
    /// A variable.
    Variable,
}

/// A path split into where it begins and the parts below.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Reading {
    /// Where it begins.
    pub(crate) root: Root,
    /// The parts below the root; for [`Root::System`] and [`Root::Other`] all parts.
    pub(crate) parts: Vec<String>,
    /// Whose home it is, where the path names a user; never shown.
    pub(crate) owner: Option<String>,
}

/// Top folders of a Unix system whose content names no user.
const SYSTEM: &[&str] = &[
    "Applications",
    "Library",
    "System",
    "bin",
    "boot",
    "dev",
    "etc",
    "lib",
    "lib64",
    "nix",
    "proc",
    "run",
    "sbin",
    "snap",
    "sys",
    "tmp",
    "usr",
    "var",
];

/// Top folders of Windows whose content names no user.
const WINDOWS_SYSTEM: &[&str] = &[
    "program files",
    "program files (x86)",
    "programdata",
    "windows",
];

/// Gives the shown form of a path.
pub(super) fn shown(text: &str) -> String {
    let Reading { root, parts, .. } = read(text);
    let parts: Vec<String> = parts.iter().map(|part| mask_part(part)).collect();
    let tail = parts.join("/");
    let last = parts.last().cloned().unwrap_or_default();
    match root {
        Root::Home if parts.is_empty() => "~".to_owned(),
        Root::Home => format!("~/{tail}"),
        Root::Disk => "whole disk".to_owned(),
        Root::System if tail.contains(':') => tail,
        Root::System => format!("/{tail}"),
        Root::Workspace if tail.starts_with("..") => tail,
        Root::Workspace => format!("./{tail}"),
        Root::Bundle => last,
        Root::Relative => tail,
        Root::Other if last.is_empty() => "…".to_owned(),
        Root::Variable if last.is_empty() => mask_word(text),
        Root::Other | Root::Variable => format!("…/{last}"),
    }
}

fn mask_part(part: &str) -> String {
    if shape(part) == Shape::Plain {
        part.to_owned()
    } else {
        MASK.to_owned()
    }
}

/// Reads where a path begins; Unix, Windows and variable spellings alike.
pub(crate) fn read(text: &str) -> Reading {
    let text = text.trim();
    if let Some(reading) = read_variable(text) {
        return reading;
    }
    let path = text.replace('\\', "/");
    let path = path
        .strip_prefix("//?/UNC/")
        .map(|rest| format!("//{rest}"))
        .or_else(|| path.strip_prefix("//?/").map(str::to_owned))
        .unwrap_or(path);
    let path = path.strip_prefix("file://").unwrap_or(&path);
    if let Some((drive, rest)) = drive(path) {
        return read_windows(drive, rest);
    }
    if let Some(rest) = path.strip_prefix("//") {
        return reading(Root::Other, parts(rest));
    }
    if let Some(rest) = path.strip_prefix('/') {
        return read_unix(parts(rest));
    }
    if path == "~" {
        return reading(Root::Home, Vec::new());
    }
    if let Some(rest) = path.strip_prefix("~/") {
        return reading(Root::Home, parts(rest));
    }
    if path.starts_with('~') {
        return home(parts(path), 1);
    }
    if path == "." {
        return reading(Root::Workspace, Vec::new());
    }
    if let Some(rest) = path.strip_prefix("./") {
        return reading(Root::Workspace, parts(rest));
    }
    reading(Root::Relative, parts(path))
}

fn reading(root: Root, parts: Vec<String>) -> Reading {
    Reading {
        root,
        parts,
        owner: None,
    }
}

/// Reads a path in the home of the user whom the last of its first parts names.
fn home(mut parts: Vec<String>, depth: usize) -> Reading {
    let below = parts.split_off(depth);
    let name = parts
        .last()
        .map(|name| name.trim_start_matches('~').to_lowercase());
    // a variable or a placeholder may be anybody
    let owner = name.filter(|name| !name.is_empty() && !name.contains(['$', '%', '{', '<']));
    Reading {
        owner,
        ..reading(Root::Home, below)
    }
}

fn parts(text: &str) -> Vec<String> {
    text.split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .map(str::to_owned)
        .collect()
}

/// `C:/...`; gives what follows the drive.
fn drive(path: &str) -> Option<(char, &str)> {
    let mut chars = path.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    let rest = path[1..].strip_prefix(':')?;
    (rest.is_empty() || rest.starts_with('/')).then_some((letter, rest))
}

fn read_windows(drive: char, rest: &str) -> Reading {
    let mut parts = parts(rest);
    let top = parts.first().map(|part| part.to_lowercase());
    match top.as_deref() {
        None => reading(Root::Disk, parts),
        Some("users") if parts.len() > 1 => home(parts, 2),
        Some(top) if WINDOWS_SYSTEM.contains(&top) => {
            parts.insert(0, format!("{}:", drive.to_ascii_uppercase()));
            reading(Root::System, parts)
        }
        Some(_) => reading(Root::Other, parts),
    }
}

fn read_unix(parts: Vec<String>) -> Reading {
    let names: Vec<&str> = parts.iter().map(String::as_str).collect();
    let depth = match names.as_slice() {
        [] => return reading(Root::Disk, parts),
        ["root", ..] => Some(1),
        ["home" | "Users", _, ..] => Some(2),
        ["var" | "export" | "usr", "home", _, ..]
        | ["System", "Volumes", "Data", "Users", _, ..] => {
            Some(if names[0] == "System" { 5 } else { 3 })
        }
        ["mnt", letter, rest @ ..] if letter.len() == 1 => {
            let drive = letter.chars().next().unwrap_or('c');
            return read_windows(drive, &rest.join("/"));
        }
        // `/c` of Git Bash.
        [letter @ ("c" | "C" | "d" | "D"), rest @ ..] => {
            let drive = letter.chars().next().unwrap_or('c');
            return read_windows(drive, &rest.join("/"));
        }
        _ => None,
    };
    if let Some(depth) = depth {
        return home(parts, depth);
    }
    if names[0] == "home" || names[0] == "Users" {
        return reading(Root::System, parts);
    }
    let system = SYSTEM.contains(&names[0])
        && !names.windows(2).any(|pair| pair == ["private", "var"])
        && !names.starts_with(&["var", "folders"]);
    reading(if system { Root::System } else { Root::Other }, parts)
}

/// Paths that begin with a variable of a home, a workspace or a bundle.
fn read_variable(text: &str) -> Option<Reading> {
    let template = Template::parse(text);
    let Some(Part::Var(first)) = template.parts.first() else {
        return None;
    };
    let mut rest = String::new();
    for part in &template.parts[1..] {
        match part {
            Part::Text(text) => rest.push_str(&text.replace('\\', "/")),
            Part::Var(var) if is_separator(&var.name) => rest.push('/'),
            Part::Var(_) => rest.push_str(MASK),
        }
    }
    if first.syntax == VarSyntax::Command {
        let root = if first.name.trim().eq_ignore_ascii_case("pwd") {
            Root::Workspace
        } else {
            Root::Variable
        };
        return Some(reading(root, parts(&rest)));
    }
    let root = match first.name.as_str() {
        "HOME" | "userHome" | "USERPROFILE" | "homedir" | "home" | "HOMEPATH" => Root::Home,
        "DESKTOP" | "DOCUMENTS" | "DOWNLOADS" | "APPDATA" | "LOCALAPPDATA" => {
            let name = match first.name.as_str() {
                "DESKTOP" => "Desktop",
                "DOCUMENTS" => "Documents",
                "DOWNLOADS" => "Downloads",
                "APPDATA" => "AppData/Roaming",
                _ => "AppData/Local",
            };
            return Some(reading(Root::Home, parts(&format!("{name}/{rest}"))));
        }
        "PWD"
        | "CD"
        | "cwd"
        | "workspaceFolder"
        | "workspaceRoot"
        | "workspaceFolderBasename"
        | "localWorkspaceFolder"
        | "containerWorkspaceFolder"
        | "CLAUDE_PROJECT_DIR"
        | "PROJECT_DIR"
        | "INIT_CWD" => Root::Workspace,
        "extensionPath" | "CLAUDE_PLUGIN_ROOT" | "CLAUDE_PLUGIN_DATA" | "PLUGIN_ROOT"
        | "PLUGIN_DATA" | "__dirname" => Root::Bundle,
        _ => match &first.default {
            Some(default) => return Some(read(&format!("{default}{rest}"))),
            None => Root::Variable,
        },
    };
    Some(reading(root, parts(&rest)))
}

fn is_separator(name: &str) -> bool {
    name == "/" || name == "pathSeparator"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lose_users_and_trees() {
        let table = [
            ("/Users/devuser", "~"),
            ("/home/mara/data/", "~/data"),
            ("/root/.ssh", "~/.ssh"),
            ("C:\\Users\\mara\\Orchard", "~/Orchard"),
            ("C:/Users/mara", "~"),
            (
                "\\\\?\\C:\\Users\\mara\\AppData\\Local\\x",
                "~/AppData/Local/x",
            ),
            ("/mnt/c/Users/mara/x", "~/x"),
            ("/mnt/c", "whole disk"),
            ("/c/Users/mara", "~"),
            ("~/src", "~/src"),
            ("${HOME}/bin/db-mcp", "~/bin/db-mcp"),
            ("$HOME", "~"),
            ("%USERPROFILE%\\x", "~/x"),
            ("%APPDATA%\\Claude", "~/AppData/Roaming/Claude"),
            ("/", "whole disk"),
            ("C:\\", "whole disk"),
            ("D:", "whole disk"),
            ("/var/log", "/var/log"),
            (
                "/etc/company/mcp-config.json",
                "/etc/company/mcp-config.json",
            ),
            ("/var/run/docker.sock", "/var/run/docker.sock"),
            (
                "C:\\Program Files\\nodejs\\npx.cmd",
                "C:/Program Files/nodejs/npx.cmd",
            ),
            ("/srv/client-name/data", "…/data"),
            ("C:\\25_Codes\\mcp\\mcp_server.py", "…/mcp_server.py"),
            ("\\\\fileserver\\share\\x", "…/x"),
            ("./data", "./data"),
            (".", "./"),
            ("${workspaceFolder}", "./"),
            ("${workspaceFolder}/tools/x.js", "./tools/x.js"),
            ("$PWD/x", "./x"),
            ("$(pwd)/x", "./x"),
            ("../up", "../up"),
            ("servers/weather.py", "servers/weather.py"),
            ("${extensionPath}${/}dist${/}server.js", "server.js"),
            ("${SOIL_BIN:-/usr/local/bin/soil}", "/usr/local/bin/soil"),
            ("/home/mara/fake0token0032fake0token0032fake0/x", "~/•••/x"),
            ("file:///home/mara/x", "~/x"),
            ("/var/home/mara/x", "~/x"),
        ];
        for (path, expected) in table {
            assert_eq!(shown(path), expected, "{path}");
        }
    }
}
