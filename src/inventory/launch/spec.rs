//! Package names with versions, and image names with tags.

use super::Pin;
use crate::inventory::Redacted;
use crate::inventory::secret::{Shape, shape};

/// What a launcher was told to fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// A package of the registry.
    Registry {
        /// Bare name.
        name: String,
        /// How exactly it is fixed.
        pin: Pin,
    },
    /// A version control address, or an archive at an address.
    Git {
        /// Host and path, without user, branch and query.
        name: String,
        /// Whether a full commit fixes it.
        pinned: bool,
    },
    /// A folder or file.
    Path(String),
}

/// Reads an npm specifier: `name`, `@scope/name@1.2.3`, `github:owner/repo`, an address, a path.
pub(super) fn npm(text: &str) -> Source {
    if let Some(source) = address_or_path(text) {
        return source;
    }
    for (prefix, host) in [
        ("github:", "github.com"),
        ("gitlab:", "gitlab.com"),
        ("bitbucket:", "bitbucket.org"),
    ] {
        if let Some(rest) = text.strip_prefix(prefix) {
            return git(&format!("{host}/{rest}"));
        }
    }
    let text = text.strip_prefix("npm:").unwrap_or(text);
    if !text.starts_with('@') && text.matches('/').count() == 1 {
        return git(&format!("github.com/{text}"));
    }
    let at = text
        .get(1..)
        .and_then(|rest| rest.find('@'))
        .map(|at| at + 1);
    match at {
        Some(at) => registry(&text[..at], &text[at + 1..]),
        None => registry(text, ""),
    }
}

/// Reads a Python requirement: `name`, `name[extra]==1.2`, `name@1.2`, `name @ git+https://...`.
pub(super) fn pypi(text: &str) -> Source {
    if let Some((_, address)) = text.split_once(" @ ") {
        return pypi(address.trim());
    }
    if let Some(source) = address_or_path(text) {
        return source;
    }
    let end = text
        .find(|c: char| !(c.is_ascii_alphanumeric() || "._-".contains(c)))
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix('[') {
        Some(extras) => extras.split_once(']').map_or("", |(_, rest)| rest),
        None => rest,
    };
    let rest = rest.trim();
    let version = rest
        .strip_prefix("===")
        .or_else(|| rest.strip_prefix("=="))
        .or_else(|| rest.strip_prefix('@'))
        .unwrap_or("");
    registry(name, version.trim())
}

fn registry(name: &str, version: &str) -> Source {
    let exact = version.starts_with(|c: char| c.is_ascii_digit())
        && version.contains(|c: char| c.is_ascii_digit())
        && version
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b".-+_!".contains(&b))
        && !version.split('.').any(|part| part == "x" || part == "X")
        && version.contains('.');
    let pin = if exact && shape(version) == Shape::Plain {
        Pin::Version(Redacted::text(version))
    } else {
        Pin::Unpinned
    };
    Source::Registry {
        name: name.to_owned(),
        pin,
    }
}

fn address_or_path(text: &str) -> Option<Source> {
    let lower = text.to_ascii_lowercase();
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| lower.starts_with(prefix));
    if starts(&[
        "git+", "git://", "ssh://", "https://", "http://", "git@", "hg+",
    ]) {
        return Some(git(text));
    }
    if let Some(rest) = lower.strip_prefix("file:") {
        return Some(Source::Path(text[text.len() - rest.len()..].to_owned()));
    }
    let drive = text.get(1..3).is_some_and(|s| s == ":\\" || s == ":/");
    let file = [".whl", ".tgz", ".tar.gz", ".zip"]
        .iter()
        .any(|end| lower.ends_with(end));
    (drive || file || text == "." || starts(&["./", "../", "/", "~", "$", "%", "\\", ".\\"]))
        .then(|| Source::Path(text.to_owned()))
}

/// Reads a version control address; only host and path are kept.
pub(super) fn git(text: &str) -> Source {
    let text = text
        .split_once('+')
        .filter(|(kind, _)| matches!(*kind, "git" | "hg"))
        .map_or(text, |(_, rest)| rest);
    let (has_scheme, text) = match text.split_once("://") {
        Some((_, rest)) => (true, rest),
        None => (false, text),
    };
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    let text = text.split('?').next().unwrap_or_default();
    // Without a scheme `user@host:path` is the form of ssh.
    let slash = text.find('/').unwrap_or(text.len());
    let end = match text.find(':') {
        Some(colon) if !has_scheme && colon < slash => colon,
        _ => slash,
    };
    let (authority, path) = text.split_at(end);
    let path = path.trim_start_matches(['/', ':']);
    let host = authority.rsplit('@').next().unwrap_or_default();
    let port = host.split_once(':').map_or("", |(_, port)| port);
    if !port.bytes().all(|b| b.is_ascii_digit()) {
        // A password with `/` in it, or no address at all.
        return Source::Git {
            name: "•••".to_owned(),
            pinned: false,
        };
    }
    let (path, branch) = path.split_once('@').unwrap_or((path, fragment));
    let path = path.strip_suffix(".git").unwrap_or(path);
    let pinned = branch.len() == 40 && branch.bytes().all(|b| b.is_ascii_hexdigit());
    Source::Git {
        name: format!("{host}/{path}"),
        pinned,
    }
}

/// An image name in its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Image {
    /// Without tag and digest.
    pub(super) name: String,
    /// The tag.
    pub(super) tag: Option<String>,
    /// A digest fixes it.
    pub(super) digest: bool,
}

/// Reads `registry:5000/ns/name:tag@sha256:...`.
pub(super) fn image(text: &str) -> Image {
    let text = text.strip_prefix("docker://").unwrap_or(text);
    let (text, digest) = match text.split_once('@') {
        Some((text, digest)) => (
            text,
            digest.starts_with("sha256:") || digest.starts_with("sha512:"),
        ),
        None => (text, false),
    };
    let last = text.rfind('/').map_or(0, |at| at + 1);
    let (name, tag) = match text[last..].find(':') {
        Some(at) => (&text[..last + at], Some(text[last + at + 1..].to_owned())),
        None => (text, None),
    };
    Image {
        name: name.to_owned(),
        tag: tag.filter(|tag| !tag.is_empty()),
        digest,
    }
}

/// Tells whether a tag is one that moves by its own meaning.
pub(super) fn is_moving_tag(tag: Option<&str>) -> bool {
    tag.is_none_or(|tag| {
        matches!(
            tag,
            "latest"
                | "main"
                | "master"
                | "edge"
                | "nightly"
                | "stable"
                | "dev"
                | "develop"
                | "next"
                | "beta"
                | "alpha"
                | "canary"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(source: &Source) -> String {
        match source {
            Source::Registry { name, pin } => match pin {
                Pin::Version(version) => format!("{name} {version}"),
                _ => name.clone(),
            },
            Source::Git { name, pinned } => {
                format!("git {name}{}", if *pinned { " pinned" } else { "" })
            }
            Source::Path(path) => format!("path {path}"),
        }
    }

    #[test]
    fn npm_specifiers() {
        let table = [
            (
                "@modelcontextprotocol/server-filesystem@1.2.3",
                "@modelcontextprotocol/server-filesystem 1.2.3",
            ),
            (
                "@modelcontextprotocol/server-memory",
                "@modelcontextprotocol/server-memory",
            ),
            ("mcp-remote@0.1.99", "mcp-remote 0.1.99"),
            ("pkg@latest", "pkg"),
            ("pkg@^1.2.0", "pkg"),
            ("pkg@1", "pkg"),
            ("pkg@1.2.x", "pkg"),
            ("github:owner/repo", "git github.com/owner/repo"),
            ("owner/repo", "git github.com/owner/repo"),
            (
                "git+https://me:pw@git.example.com/a/b.git#0123456789012345678901234567890123456789",
                "git git.example.com/a/b pinned",
            ),
            ("./local", "path ./local"),
            ("@", "@"),
            ("", ""),
        ];
        for (text, expected) in table {
            assert_eq!(describe(&npm(text)), expected, "{text}");
        }
    }

    #[test]
    fn python_requirements() {
        let table = [
            ("mcp-server-fetch", "mcp-server-fetch"),
            ("fictive-tides-mcp==0.9.1", "fictive-tides-mcp 0.9.1"),
            ("fictive@1.2.0", "fictive 1.2.0"),
            ("mcp[cli]==1.2.3", "mcp 1.2.3"),
            ("mcp<2", "mcp"),
            ("awslabs.core-mcp-server@latest", "awslabs.core-mcp-server"),
            (
                "git+https://git.example.test/fictive/soil-mcp.git@main#subdirectory=py",
                "git git.example.test/fictive/soil-mcp",
            ),
            (
                "git+ssh://git@git.example.test/fictive/private-mcp.git",
                "git git.example.test/fictive/private-mcp",
            ),
            (
                "git+https://github.com/example-org/serena",
                "git github.com/example-org/serena",
            ),
            (
                "x @ git+https://h.test/a/b@0123456789012345678901234567890123456789",
                "git h.test/a/b pinned",
            ),
            ("/home/mara/src/x", "path /home/mara/src/x"),
            (".", "path ."),
        ];
        for (text, expected) in table {
            assert_eq!(describe(&pypi(text)), expected, "{text}");
        }
    }

    #[test]
    fn images() {
        let parts = |text: &str| {
            let image = image(text);
            format!(
                "{} {} {}",
                image.name,
                image.tag.unwrap_or_default(),
                image.digest
            )
        };
        assert_eq!(parts("mcp/fetch"), "mcp/fetch  false");
        assert_eq!(
            parts("registry.example.test:5000/a/b"),
            "registry.example.test:5000/a/b  false"
        );
        assert_eq!(
            parts("registry.example.test:5000/a/b:2.0@sha256:fa4e"),
            "registry.example.test:5000/a/b 2.0 true"
        );
    }
}
