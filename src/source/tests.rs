//! Files and directories in, texts and shown paths out.

use std::fs;
use std::path::Path;

use super::read::load_capped;
use super::{Input, Loaded, SourceFile, load};

/// A small dialect table.
fn known(segments: &[String]) -> Option<usize> {
    let tails: [&[&str]; 4] = [
        &[".vscode", "mcp.json"],
        &[".cursor", "mcp.json"],
        &[".mcp.json"],
        &[".claude.json"],
    ];
    tails
        .iter()
        .find(|tail| {
            segments.len() >= tail.len()
                && segments[segments.len() - tail.len()..]
                    .iter()
                    .eq(tail.iter())
        })
        .map(|tail| tail.len())
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    dir
}

fn paths(inputs: &[&Path]) -> Loaded {
    let inputs: Vec<_> = inputs
        .iter()
        .map(|path| Input::Path(path.to_path_buf()))
        .collect();
    load(&inputs, &known)
}

fn shown(loaded: &Loaded) -> Vec<&str> {
    loaded.files.iter().map(|file| file.path.as_str()).collect()
}

fn stdin(name: Option<&str>, bytes: &[u8]) -> Loaded {
    let input = Input::stdin(name.map(str::to_owned), bytes).unwrap();
    load(&[input], &known)
}

fn text(bytes: &[u8]) -> SourceFile {
    let mut loaded = stdin(None, bytes);
    assert!(loaded.failed.is_empty(), "{:?}", loaded.failed);
    loaded.files.remove(0)
}

fn refused(bytes: &[u8]) -> String {
    let loaded = stdin(None, bytes);
    assert!(loaded.files.is_empty());
    loaded.failed[0].diagnostic.to_string()
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn a_byte_order_mark_is_dropped_with_a_warning() {
    let file = text(b"\xEF\xBB\xBF{\"a\": 1}");
    assert_eq!(file.text, "{\"a\": 1}");
    assert!(file.had_bom);
    assert_eq!(file.place(1).column, 2);
    assert!(
        file.diagnostics[0]
            .to_string()
            .starts_with("warning: stdin: the file begins with a byte order mark")
    );
    let plain = text("{\"é\": 1}".as_bytes());
    assert!(!plain.had_bom && plain.diagnostics.is_empty());
}

#[test]
fn utf16_is_decoded_with_or_without_its_mark() {
    let wanted = "{\"größe 🌱\": 1}\r\n";
    for bytes in [
        utf16(wanted, u16::to_le_bytes),
        utf16(wanted, u16::to_be_bytes),
        utf16(&format!("\u{feff}{wanted}"), u16::to_le_bytes),
        utf16(&format!("\u{feff}{wanted}"), u16::to_be_bytes),
    ] {
        let file = text(&bytes);
        assert_eq!(file.text, wanted);
        assert!(file.diagnostics[0].message.contains("UTF-16"));
    }
    assert_eq!(text(&utf16("{}", u16::to_le_bytes)).text, "{}");
    assert_eq!(text(b"1").text, "1");
    assert_eq!(text(b"").text, "");
}

#[test]
fn what_cannot_be_decoded_is_an_error_with_its_place() {
    let told = refused(b"{\n \"\xC3\xA9\": \"FAKE\xE9\"}");
    assert!(
        told.starts_with("error: stdin:2:12: expected UTF-8 text"),
        "{told}"
    );
    assert!(
        told.contains("hint: save the file as UTF-8") && !told.contains("FAKE"),
        "{told}"
    );
    let mut half = utf16("{\n\"a", u16::to_le_bytes);
    half.extend([0x00, 0xD8, b'x', 0]);
    assert!(refused(&half).starts_with("error: stdin:2:3: expected UTF-16 text"));
    let mut odd = utf16("{}", u16::to_le_bytes);
    odd.push(b'x');
    assert!(refused(&odd).contains("odd number of bytes"));
    assert!(refused(b"\xFF\xFE\0\0{\0\0\0").contains("UTF-32"));
    let picture = refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    assert!(
        picture.contains("a file that is no text") && !picture.contains("UTF-8"),
        "{picture}"
    );
}

#[test]
fn standard_input_takes_the_name_it_is_given() {
    assert_eq!(shown(&stdin(None, b"{}")), ["stdin"]);
    let named = stdin(Some("./.vscode/mcp.json"), b"{}");
    assert_eq!(shown(&named), [".vscode/mcp.json"]);
    assert_eq!(named.files[0].segments, [".vscode", "mcp.json"]);
    let absolute = stdin(Some("/home/ada/work/.vscode/mcp.json"), b"{}");
    assert_eq!(shown(&absolute), [".vscode/mcp.json"]);
    assert_eq!(
        absolute.files[0].segments,
        ["", "home", "ada", "work", ".vscode", "mcp.json"]
    );
    assert_eq!(shown(&stdin(Some(""), b"{}")), ["stdin"]);
}

#[test]
fn a_directory_gives_its_known_files_in_order() {
    let dir = folder(&[
        ("sub/.mcp.json", "{}"),
        (".vscode/mcp.json", "{}"),
        (".vscode/settings.json", "{}"),
        (".mcp.json", "{}"),
        ("mcp.json", "{\"mcpServers\": {}}"),
        (".gitignore", ".mcp.json"),
        (".git/.mcp.json", "{}"),
        ("node_modules/x/.mcp.json", "{}"),
        ("target/.mcp.json", "{}"),
        (".venv/.mcp.json", "{}"),
    ]);
    let loaded = paths(&[dir.path()]);
    assert_eq!(
        shown(&loaded),
        [".mcp.json", ".vscode/mcp.json", "sub/.mcp.json"]
    );
    assert!(loaded.failed.is_empty() && loaded.notes.is_empty());
    assert_eq!(
        loaded.files[1].segments[loaded.files[1].segments.len() - 2..],
        [".vscode", "mcp.json"]
    );
    // A skipped name that is asked for is read.
    assert_eq!(shown(&paths(&[&dir.path().join("target")])), [".mcp.json"]);
}

#[test]
fn a_directory_without_configuration_gives_nothing_and_a_note() {
    let dir = folder(&[("src/mcp.json", "{}")]);
    let loaded = paths(&[&dir.path().join("src")]);
    assert!(loaded.files.is_empty() && loaded.failed.is_empty());
    assert_eq!(
        loaded.notes[0].to_string(),
        "note: src: no known configuration file in this directory"
    );
}

#[test]
fn a_file_given_twice_is_read_once() {
    let dir = folder(&[(".vscode/mcp.json", "{}"), ("other.json", "{}")]);
    let file = dir.path().join(".vscode/mcp.json");
    let detour = dir.path().join(".vscode/../.vscode/mcp.json");
    assert_eq!(
        shown(&paths(&[&file, &detour, dir.path(), &file])),
        [".vscode/mcp.json"]
    );
    let other = dir.path().join("other.json");
    assert_eq!(shown(&paths(&[&other, &other])), ["other.json"]);
}

#[test]
fn files_that_would_be_shown_alike_are_told_apart() {
    let (one, two) = (folder(&[(".mcp.json", "1")]), folder(&[(".mcp.json", "2")]));
    let loaded = paths(&[one.path(), two.path()]);
    assert_eq!(shown(&loaded), [".mcp.json", ".mcp.json (2)"]);
    assert_eq!(loaded.files[1].text, "2");
}

#[test]
fn relative_directories_are_named_when_their_files_would_be_shown_alike() {
    // Tests run in the package's own directory.
    let module = |segments: &[String]| (segments.last().unwrap() == "mod.rs").then_some(1);
    let read = |folders: &[&str]| {
        let inputs: Vec<_> = folders
            .iter()
            .map(|folder| Input::Path(folder.into()))
            .collect();
        load(&inputs, &module)
    };
    assert_eq!(shown(&read(&["./src/source/"])), ["mod.rs"]);
    assert_eq!(
        shown(&read(&["src/source", "src/source/../source"])),
        ["mod.rs"]
    );
    assert_eq!(
        shown(&read(&["src/source", "src/syntax/yaml"])),
        ["src/source/mod.rs", "src/syntax/yaml/mod.rs"]
    );
    assert!(shown(&read(&["."])).contains(&"src/source/mod.rs"));
}

#[test]
fn what_cannot_be_read_fails_alone() {
    let dir = folder(&[(".mcp.json", "{}"), (".vscode/mcp.json", "\u{fffd}")]);
    fs::write(dir.path().join(".vscode/mcp.json"), b"\xFF").unwrap();
    let missing = dir.path().join("missing.json");
    let loaded = paths(&[&missing, dir.path()]);
    assert_eq!(shown(&loaded), [".mcp.json"]);
    let failed: Vec<_> = loaded
        .failed
        .iter()
        .map(|failed| failed.diagnostic.to_string())
        .collect();
    let wanted = format!("error: {}: file not found", missing.display());
    assert_eq!(failed[0], wanted + "\nhint: check the path", "as given");
    assert_eq!(loaded.failed[0].path, "missing.json");
    assert!(
        failed[1].starts_with("error: .vscode/mcp.json:1:1: expected UTF-8"),
        "{}",
        failed[1]
    );
    assert_eq!(loaded.failed[1].path, ".vscode/mcp.json");
}

#[test]
fn a_file_over_the_cap_is_refused() {
    let dir = folder(&[(".mcp.json", "{\"a\": 1}")]);
    let file = [Input::Path(dir.path().join(".mcp.json"))];
    assert_eq!(load_capped(&file, &known, 8).files.len(), 1);
    let loaded = load_capped(&file, &known, 7);
    assert!(loaded.files.is_empty());
    assert!(
        loaded.failed[0]
            .diagnostic
            .to_string()
            .contains("/.mcp.json: larger than 7 bytes")
    );
    let piped = [Input::stdin(None, &b"{\"a\": 1}"[..]).unwrap()];
    assert_eq!(load_capped(&piped, &known, 7).failed.len(), 1);
    assert!(
        super::read::too_large(super::MAX_BYTES)
            .message
            .starts_with("larger than 256 MiB")
    );
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    use super::*;

    #[test]
    fn a_pipe_is_refused_when_given_and_left_out_when_met() {
        let dir = folder(&[(".vscode/mcp.json", "{}")]);
        let pipe = dir.path().join(".mcp.json");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let given = paths(&[&pipe]);
        assert!(given.files.is_empty());
        assert_eq!(given.failed[0].path, ".mcp.json");
        let said = given.failed[0].diagnostic.to_string();
        let wanted = format!("error: {}: not a regular file\nhint: use -", pipe.display());
        assert!(said.starts_with(&wanted), "{said}");
        let met = paths(&[dir.path()]);
        assert_eq!(shown(&met), [".vscode/mcp.json"]);
        assert!(met.failed.is_empty());
        assert_eq!(
            met.notes[0].to_string(),
            "warning: .mcp.json: not a regular file, left out"
        );
    }

    #[test]
    fn links_to_files_are_followed_and_loops_are_not() {
        let dir = folder(&[("shared/servers.json", "{\"a\": 1}"), ("sub/x", "")]);
        let at = |path: &str| dir.path().join(path);
        symlink(at("shared/servers.json"), at(".mcp.json")).unwrap();
        symlink(dir.path(), at("sub/loop")).unwrap();
        symlink(at("sub/self"), at("sub/self")).unwrap();
        let loaded = paths(&[dir.path()]);
        assert_eq!(shown(&loaded), [".mcp.json"]);
        assert_eq!(loaded.files[0].text, "{\"a\": 1}");
        assert_eq!((loaded.notes.len(), loaded.failed.len()), (0, 0));
    }

    #[test]
    fn a_link_with_the_name_of_a_known_file_that_leads_nowhere_is_a_failure() {
        let dir = folder(&[("sub/x", "")]);
        let at = |path: &str| dir.path().join(path);
        symlink("nowhere", at("sub/.mcp.json")).unwrap();
        fs::create_dir(at(".cursor")).unwrap();
        symlink("mcp.json", at(".cursor/mcp.json")).unwrap();
        let said = |loaded: &Loaded| -> Vec<String> {
            let failed = loaded.failed.iter();
            failed.map(|f| f.diagnostic.to_string()).collect()
        };
        let both = [
            "error: .cursor/mcp.json: the links on the way lead in a circle",
            "error: sub/.mcp.json: a link leads nowhere",
        ];
        assert_eq!(said(&paths(&[dir.path()])), both);
        let link = at("sub/.mcp.json");
        assert_eq!(
            said(&paths(&[&link])),
            [format!("error: {}: a link leads nowhere", link.display())],
            "a path that was given is shown as given"
        );
    }

    #[test]
    fn one_file_under_the_names_of_two_clients_is_two_configurations() {
        let dir = folder(&[(".mcp.json", "{}"), (".agents/mcp.json", "{}")]);
        let at = |path: &str| dir.path().join(path);
        fs::create_dir(at(".vscode")).unwrap();
        symlink("../.mcp.json", at(".vscode/mcp.json")).unwrap();
        symlink(".agents", at(".cursor")).unwrap();
        let loaded = paths(&[dir.path()]);
        assert_eq!(
            shown(&loaded),
            [".cursor/mcp.json", ".mcp.json", ".vscode/mcp.json"]
        );
    }

    #[test]
    fn an_unreadable_folder_is_a_note_and_an_unreadable_file_a_failure() {
        let dir = folder(&[
            (".mcp.json", "{}"),
            ("locked/.mcp.json", "{}"),
            (".vscode/mcp.json", "{}"),
        ]);
        let lock = |path: &str, mode| {
            fs::set_permissions(dir.path().join(path), fs::Permissions::from_mode(mode)).unwrap();
        };
        lock("locked", 0o000);
        lock(".mcp.json", 0o000);
        let may_read_all = fs::read_dir(dir.path().join("locked")).is_ok();
        let loaded = paths(&[dir.path()]);
        lock("locked", 0o755);
        if may_read_all {
            // The superuser is refused nothing.
            assert_eq!(loaded.files.len(), 3);
            return;
        }
        assert_eq!(shown(&loaded), [".vscode/mcp.json"]);
        assert_eq!(
            loaded.notes[0].to_string(),
            "note: locked: this folder was left out: permission denied"
        );
        assert!(
            loaded.failed[0]
                .diagnostic
                .to_string()
                .starts_with("error: .mcp.json: permission denied")
        );
    }
}
