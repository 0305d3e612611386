//! Paths as segments and as shown: never absolute, homes recognised by their shape and written `~`.

/// Splits a path at `/` and `\`, dropping `.` and empty parts.
///
/// The first segment is empty for a path that starts at the root and a drive (`C:`) for a Windows path, so that
/// an absolute path can be told from a relative one on every system.
pub fn segments(path: &str) -> Vec<String> {
    let verbatim = [r"\\?\UNC\", r"\\?\", r"\\.\", "//?/", "//./"]
        .iter()
        .find_map(|prefix| path.strip_prefix(prefix));
    let rest = verbatim.unwrap_or(path);
    let rooted = rest.starts_with(['/', '\\']);
    let parts = rest
        .split(['/', '\\'])
        .filter(|part| !part.is_empty() && *part != ".");
    rooted
        .then_some("")
        .into_iter()
        .chain(parts)
        .map(str::to_owned)
        .collect()
}

/// Says whether segments are those of an absolute path, by shape.
pub fn is_absolute(segments: &[String]) -> bool {
    segments
        .first()
        .is_some_and(|first| first.is_empty() || is_drive(first))
}

fn is_drive(segment: &str) -> bool {
    matches!(segment.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

/// Counts the leading segments that name a home directory: `/home/X`, `/Users/X`, `/root`, `C:\Users\X`,
/// `/mnt/c/Users/X`, `~` and the like.
pub fn home_len(segments: &[String]) -> Option<usize> {
    let parts: Vec<&str> = segments.iter().map(String::as_str).collect();
    match parts.as_slice() {
        [tilde, ..] if tilde.starts_with('~') => Some(1),
        ["", "wsl$" | "wsl.localhost", _, rest @ ..] => unix_home(rest).map(|n| n + 3),
        ["", "mnt" | "cygdrive", drive, rest @ ..] if drive.len() == 1 => {
            windows_home(rest).map(|n| n + 3)
        }
        ["", drive, rest @ ..] if drive.len() == 1 && windows_home(rest).is_some() => {
            windows_home(rest).map(|n| n + 2)
        }
        ["", rest @ ..] => unix_home(rest).map(|n| n + 1),
        [drive, rest @ ..] if is_drive(drive) => windows_home(rest).map(|n| n + 1),
        _ => None,
    }
}

fn unix_home(parts: &[&str]) -> Option<usize> {
    match parts {
        ["home", "linuxbrew", ..] | ["Users", "Shared", ..] => None,
        ["root", ..] => Some(1),
        ["home" | "Users", _, ..] => Some(2),
        ["var" | "usr" | "export", "home", _, ..] => Some(3),
        _ => None,
    }
}

fn windows_home(parts: &[&str]) -> Option<usize> {
    let [folder, user, ..] = parts else {
        return None;
    };
    let homes = ["users", "documents and settings"];
    let shared = ["public", "default", "all users"];
    (homes.contains(&folder.to_ascii_lowercase().as_str())
        && !shared.contains(&user.to_ascii_lowercase().as_str()))
    .then_some(2)
}

/// Finds a home directory inside a relative path, such as `../../home/X/...` or `backup/Users/X/...`.
fn relative_home(segments: &[String]) -> Option<(usize, usize)> {
    let parts: Vec<&str> = segments.iter().map(String::as_str).collect();
    // Something must follow the user's name, else `home/config.json` would lose its file name.
    (0..parts.len().saturating_sub(2)).find_map(|at| {
        let rest = &parts[at..];
        let shaped = matches!(rest[0], "home" | "Users") && unix_home(rest).is_some();
        shaped.then_some((at, at + 2))
    })
}

/// Turns a path under a home directory into `~/...`, or nothing when it is not under one.
pub fn home_relative(path: &str) -> Option<String> {
    let segments = segments(path);
    let home = home_len(&segments)?;
    Some(under_home(&segments[home..]))
}

fn under_home(rest: &[String]) -> String {
    let mut shown = String::from("~");
    for segment in rest {
        shown.push('/');
        shown.push_str(segment);
    }
    shown
}

/// Shows a path that was given as such. `known` is the number of trailing segments that tell the client.
pub(super) fn given(segments: &[String], known: Option<usize>) -> String {
    if !is_absolute(segments) {
        return relative(segments);
    }
    let tail = segments
        .len()
        .saturating_sub(known.unwrap_or(1).max(1))
        .max(1);
    match home_len(segments) {
        Some(home) if home >= segments.len() => "~".to_owned(),
        // All below the home is shown: say whose it is.
        Some(home) if tail <= home => under_home(&segments[home..]),
        home => segments[tail.max(home.unwrap_or(0)).min(segments.len())..].join("/"),
    }
}

fn relative(segments: &[String]) -> String {
    if let Some(home) = home_len(segments) {
        return under_home(&segments[home..]);
    }
    let Some((start, end)) = relative_home(segments) else {
        return segments.join("/");
    };
    let before = &segments[..start];
    let below = under_home(&segments[end..]);
    if before.iter().all(|part| part == "..") {
        below
    } else {
        format!("{}/{below}", before.join("/"))
    }
}

/// Shows a file found below a directory argument, whose own path has `dir` segments.
pub(super) fn found(segments: &[String], dir: usize) -> String {
    let home = home_len(segments).or_else(|| relative_home(segments).map(|(_, end)| end));
    match home {
        Some(home) if home >= dir => under_home(&segments[home..]),
        _ => segments[dir.min(segments.len())..].join("/"),
    }
}

/// Shows a directory argument.
pub(super) fn directory(segments: &[String]) -> String {
    if segments.is_empty() {
        return ".".to_owned();
    }
    if is_absolute(segments) {
        return home_relative(&segments.join("/")).unwrap_or_else(|| {
            segments
                .last()
                .filter(|s| !s.is_empty())
                .cloned()
                .unwrap_or("/".to_owned())
        });
    }
    relative(segments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(path: &str, known: Option<usize>) -> String {
        given(&segments(path), known)
    }

    #[test]
    fn a_relative_path_is_shown_as_given() {
        assert_eq!(shown(".vscode/mcp.json", None), ".vscode/mcp.json");
        assert_eq!(shown("./.vscode/mcp.json", None), ".vscode/mcp.json");
        assert_eq!(shown(r".vscode\mcp.json", None), ".vscode/mcp.json");
        assert_eq!(shown("../other/.mcp.json", Some(1)), "../other/.mcp.json");
        assert_eq!(shown("~/.claude.json", Some(1)), "~/.claude.json");
        assert_eq!(shown("home/config.json", None), "home/config.json");
    }

    #[test]
    fn an_absolute_path_shows_what_tells_the_client_or_the_file_name() {
        assert_eq!(
            shown("/srv/shop/.vscode/mcp.json", Some(2)),
            ".vscode/mcp.json"
        );
        assert_eq!(shown("/srv/shop/custom.json", None), "custom.json");
        assert_eq!(
            shown(r"C:\work\.cursor\mcp.json", Some(2)),
            ".cursor/mcp.json"
        );
        assert_eq!(shown(r"\\server\share\x.json", None), "x.json");
        assert_eq!(shown("/home/ada/.claude.json", Some(3)), "~/.claude.json");
        assert_eq!(shown("/home/ada/.claude.json", Some(1)), "~/.claude.json");
        assert_eq!(shown("/home/ada/shop/.mcp.json", Some(1)), ".mcp.json");
        assert_eq!(
            shown(r"C:\Users\ada\.cursor\mcp.json", Some(2)),
            "~/.cursor/mcp.json"
        );
        assert_eq!(shown("/home/ada", None), "~");
    }

    #[test]
    fn no_shown_path_names_the_user() {
        for path in [
            "/home/ada/x/.mcp.json",
            "/Users/ada/x/.mcp.json",
            r"C:\Users\ada\x\.mcp.json",
            r"\\?\C:\Users\ada\x\.mcp.json",
            r"c:/users/ada/x/.mcp.json",
            "/mnt/c/Users/ada/x/.mcp.json",
            "/c/Users/ada/x/.mcp.json",
            r"\\wsl.localhost\Ubuntu\home\ada\x\.mcp.json",
            "../../home/ada/x/.mcp.json",
            "backup/home/ada/x/.mcp.json",
            "backup/Users/ada/x/.mcp.json",
            "~ada/x/.mcp.json",
        ] {
            for known in [None, Some(1), Some(3), Some(9)] {
                let shown = shown(path, known);
                assert!(!shown.contains("ada"), "{path} -> {shown}");
                assert!(shown.ends_with(".mcp.json"), "{path} -> {shown}");
            }
        }
        assert_eq!(shown("../../home/ada/x/.mcp.json", None), "~/x/.mcp.json");
        assert_eq!(
            shown("backup/home/ada/.mcp.json", None),
            "backup/~/.mcp.json"
        );
    }

    #[test]
    fn homes_are_told_by_shape() {
        assert_eq!(home_relative("/home/u/x/y").as_deref(), Some("~/x/y"));
        assert_eq!(home_relative("/home/u").as_deref(), Some("~"));
        assert_eq!(home_relative("/root/.codex").as_deref(), Some("~/.codex"));
        assert_eq!(
            home_relative(r"C:\Users\u\AppData").as_deref(),
            Some("~/AppData")
        );
        assert_eq!(home_relative("/mnt/c/Users/u/x").as_deref(), Some("~/x"));
        for path in [
            "/srv/x",
            "home/u/x",
            "/home",
            "/Users/Shared/x",
            "/home/linuxbrew/.linuxbrew/bin/npx",
            r"C:\Users\Public\x",
            "",
        ] {
            assert_eq!(home_relative(path), None, "{path}");
        }
    }

    #[test]
    fn a_file_below_a_directory_is_relative_to_it() {
        let all = segments("/srv/repo/.vscode/mcp.json");
        assert_eq!(found(&all, 3), ".vscode/mcp.json");
        let home = segments("/home/ada/.claude.json");
        assert_eq!(found(&home, 3), "~/.claude.json");
        assert_eq!(found(&home, 2), "~/.claude.json");
        assert_eq!(
            found(&segments("home/ada/.claude.json"), 1),
            "~/.claude.json"
        );
    }

    #[test]
    fn a_directory_is_named_without_its_place() {
        assert_eq!(directory(&segments(".")), ".");
        assert_eq!(directory(&segments("some/repo/")), "some/repo");
        assert_eq!(directory(&segments("/srv/repo")), "repo");
        assert_eq!(directory(&segments("/home/ada/repo")), "~/repo");
        assert_eq!(directory(&segments("/")), "/");
    }
}
