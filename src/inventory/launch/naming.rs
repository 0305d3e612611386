//! What a program file is called: its base name, behind folders where many programs are called so.

use super::words;
use crate::inventory::Redacted;
use crate::inventory::redact::path::{self, Reading, Root};
use crate::inventory::secret::has_word;

/// Names, without extension, that say nothing about what runs.
const COMMON: &str = "\
__init__ __main__ app bin bootstrap bundle cli dev entry entrypoint index init launch launcher main mcp mcp-server \
mcp_server mcpserver mod program run run-mcp run_mcp serve server server-mcp server_mcp service start start-mcp \
start_mcp start-server start_server stdio worker wrapper";

/// Folders that say how a project is laid out, and not which one it is.
const LAYOUT: &str = "\
.bin .build .venv app apps bin build cjs cmd code current debug dev dist es esm js lib local main mcp mcp-server \
mcp_server node out packages python release scripts server servers service src target tools ts usr venv";

/// Most folders before a name.
const FOLDERS: usize = 4;

/// Folders whose folders are called after users or machines.
const PEOPLE: &str = "home homes users media volumes export nfs net";

/// Names a program file that is started from a working directory.
pub(super) fn file(word: &str, cwd: Option<&str>) -> Redacted {
    let base = words::base(word);
    if !is_common(&base) {
        return Redacted::name(&base);
    }
    let whole = placed(word, cwd);
    let end = whole.parts.len().saturating_sub(1);
    let folders = &whole.parts[..end];
    let mut from = end;
    let mut telling = false;
    while from > 0 && end - from < FOLDERS && !telling {
        if is_somebody(&whole, from - 1) {
            break;
        }
        from -= 1;
        telling = !has_word(LAYOUT, &folders[from].to_lowercase());
    }
    // A package of a scope has two folders.
    if telling && from > 0 && folders[from - 1].starts_with('@') {
        from -= 1;
    }
    let root = match whole.root {
        _ if telling || from > 0 => "",
        Root::Home => "~/",
        Root::System => "/",
        _ => "",
    };
    let parts = folders[from..].iter().chain([&base]);
    let parts: Vec<String> = parts.map(|p| Redacted::name(p).to_string()).collect();
    Redacted::trusted(format!("{root}{}", parts.join("/")))
}

/// Names a task of a project; one that many projects have is followed by the project's folder.
pub(super) fn task(runner: &str, task: &str, cwd: Option<&str>) -> Redacted {
    let name = Redacted::text(&format!("{runner} {task}"));
    let folder = cwd.filter(|_| is_common(task)).map(|cwd| placed(cwd, None));
    let last = folder.as_ref().and_then(|folder| {
        let at = folder.parts.len().checked_sub(1)?;
        let named = folder.parts[at] != ".." && !is_somebody(folder, at);
        named.then(|| Redacted::name(&folder.parts[at]))
    });
    match last {
        Some(folder) => Redacted::trusted(format!("{name} in {folder}")),
        None => name,
    }
}

/// Says whether many programs have this name.
fn is_common(name: &str) -> bool {
    let stem = name.split('.').find(|part| !part.is_empty());
    has_word(COMMON, &stem.unwrap_or(name).to_lowercase())
}

/// Reads a path below a working directory, without the steps that lead up again.
fn placed(word: &str, cwd: Option<&str>) -> Reading {
    let own = path::read(word);
    let mut whole = match (own.root, cwd) {
        (Root::Relative | Root::Workspace, Some(cwd)) => {
            let mut folder = shared_by_none(cwd, path::read(cwd));
            folder.parts.extend(own.parts);
            folder
        }
        _ => shared_by_none(word, own),
    };
    let mut parts: Vec<String> = Vec::new();
    for part in whole.parts {
        let up = part == ".." && parts.last().is_some_and(|last| last != "..");
        if up {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    whole.parts = parts;
    whole
}

/// Takes the names of machine and share from a path of a network.
fn shared_by_none(word: &str, mut reading: Reading) -> Reading {
    let word = word.trim().replace('\\', "/");
    let unc = word.starts_with("//?/UNC/") || (word.starts_with("//") && !word.starts_with("//?/"));
    if unc && reading.root == Root::Other {
        reading.parts = reading.parts.split_off(2.min(reading.parts.len() - 1));
    }
    reading
}

/// Says whether a folder is called after a user or machine.
fn is_somebody(reading: &Reading, at: usize) -> bool {
    let above = |n: usize| at.checked_sub(n).map(|at| reading.parts[at].to_lowercase());
    let people = |part: Option<String>| part.is_some_and(|part| has_word(PEOPLE, &part));
    reading.root != Root::Home && (people(above(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(word: &str, cwd: Option<&str>) -> String {
        file(word, cwd).to_string()
    }

    #[test]
    fn a_name_that_tells_what_runs_stands_alone() {
        for word in ["/srv/x/weather.py", "~/bin/db-mcp", "weather-server.js"] {
            assert_eq!(shown(word, None), words::base(word));
        }
    }

    #[test]
    fn a_name_that_many_have_comes_with_its_folder() {
        let table = [
            ("/ABSOLUTE/PATH/TO/weather/server.py", "weather/server.py"),
            ("/home/mara/src/tides/dist/index.js", "tides/dist/index.js"),
            ("C:\\Users\\mara\\mcp\\soil\\main.ts", "soil/main.ts"),
            ("./servers/notes/mod.rs", "notes/mod.rs"),
            (
                "${workspaceFolder}/tools/build/index.js",
                "tools/build/index.js",
            ),
            (
                "/opt/x/node_modules/@fictive/soil/dist/index.js",
                "@fictive/soil/dist/index.js",
            ),
            ("/srv/weather/run.sh", "weather/run.sh"),
            ("../weather/server.py", "weather/server.py"),
            ("server.py", "server.py"),
        ];
        for (word, expected) in table {
            assert_eq!(shown(word, None), expected, "{word}");
        }
    }

    #[test]
    fn a_working_directory_tells_them_apart_too() {
        assert_eq!(
            shown("server.py", Some("/srv/weather")),
            "weather/server.py"
        );
        assert_eq!(
            shown("dist/index.js", Some("~/tides")),
            "tides/dist/index.js"
        );
        assert_eq!(shown("../b/server.py", Some("./a")), "b/server.py");
        assert_eq!(shown("/srv/a/server.py", Some("~/b")), "a/server.py");
    }

    #[test]
    fn no_name_of_a_user_or_machine_and_no_secret_is_shown() {
        let table = [
            ("/home/mara/server.py", "~/server.py"),
            ("/home/mara/src/index.js", "~/src/index.js"),
            ("\\\\mara-pc\\share\\server.py", "server.py"),
            ("//mara-pc/share/weather/server.py", "weather/server.py"),
            ("/media/mara/server.py", "server.py"),
            ("/media/mara/disk/server.py", "disk/server.py"),
            ("/data/home/mara/server.py", "server.py"),
            (
                "/srv/fake0token0032fake0token0032fake0/server.py",
                "•••/server.py",
            ),
        ];
        for (word, expected) in table {
            assert_eq!(shown(word, None), expected, "{word}");
        }
    }

    #[test]
    fn a_task_that_many_projects_have_names_its_project() {
        let of = |name: &str, cwd| task("npm run", name, cwd).to_string();
        assert_eq!(
            of("start", Some("/srv/weather")),
            "npm run start in weather"
        );
        assert_eq!(of("start", Some("/home/mara")), "npm run start");
        assert_eq!(of("tides", Some("/srv/weather")), "npm run tides");
        assert_eq!(of("start", None), "npm run start");
    }
}
