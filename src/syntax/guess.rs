//! Tells the syntax of a file by its name, else by its first lines.

use super::Syntax;

/// Tells the syntax by the extension of the last segment, else by the text.
pub fn guess(segments: &[String], text: &str) -> Syntax {
    segments
        .last()
        .and_then(|name| by_extension(name))
        .unwrap_or_else(|| by_text(text))
}

fn by_extension(name: &str) -> Option<Syntax> {
    let (_, extension) = name.rsplit_once('.')?;
    match extension.to_ascii_lowercase().as_str() {
        "json" => Some(Syntax::Json),
        "jsonc" | "code-workspace" => Some(Syntax::Jsonc),
        "json5" => Some(Syntax::Json5),
        "toml" => Some(Syntax::Toml),
        "yaml" | "yml" => Some(Syntax::Yaml),
        "md" | "mdc" | "markdown" => Some(Syntax::Markdown),
        _ => None,
    }
}

fn by_text(text: &str) -> Syntax {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(line) = lines.find(|line| !line.starts_with('#')) else {
        // Only comments: `#` starts one in YAML, which then reads as empty.
        return if text.trim().is_empty() {
            Syntax::Json
        } else {
            Syntax::Yaml
        };
    };
    if line.starts_with("//") || line.starts_with("/*") {
        Syntax::Jsonc
    } else if line.starts_with(['{', '"', '\'']) {
        Syntax::Json
    } else if line.starts_with('[') {
        if is_table_header(line) {
            Syntax::Toml
        } else {
            Syntax::Json
        }
    } else if line == "---" || line.starts_with("- ") || line.starts_with('%') {
        Syntax::Yaml
    } else {
        match line.find(['=', ':', ' ']).map(|at| &line[at..]) {
            Some(rest) if rest.trim_start().starts_with('=') => Syntax::Toml,
            Some(rest) if rest == ":" || rest.starts_with(": ") => Syntax::Yaml,
            _ => Syntax::Json,
        }
    }
}

fn is_table_header(line: &str) -> bool {
    let inner = line.trim_start_matches('[');
    let Some((name, rest)) = inner.split_once(']') else {
        return false;
    };
    let rest = rest.trim_start_matches(']').trim_start();
    let bare = |c: char| c.is_ascii_alphanumeric() || "_-. \"'".contains(c);
    let list_of_text = name.trim_start().starts_with(['"', '\'']) && !name.contains('.');
    !name.trim().is_empty()
        && name.chars().all(bare)
        && !list_of_text
        && name.contains(|c: char| c.is_ascii_alphabetic())
        && (rest.is_empty() || rest.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(name: &str, text: &str) -> Syntax {
        guess(&[name.to_owned()], text)
    }

    #[test]
    fn the_extension_decides() {
        assert_eq!(guessed("mcp.json", "a: 1"), Syntax::Json);
        assert_eq!(guessed("x.code-workspace", "{}"), Syntax::Jsonc);
        assert_eq!(guessed("CONFIG.TOML", "{}"), Syntax::Toml);
        assert_eq!(guessed("a.yml", "{}"), Syntax::Yaml);
        assert_eq!(guessed("agent.agent.md", "{}"), Syntax::Markdown);
    }

    #[test]
    fn without_an_extension_the_text_decides() {
        for (text, syntax) in [
            ("", Syntax::Json),
            (" \n\t", Syntax::Json),
            ("{\n}", Syntax::Json),
            ("\"name\": { }", Syntax::Json),
            ("// hello\n{}", Syntax::Jsonc),
            ("[1, 2]", Syntax::Json),
            ("[\"a\"]", Syntax::Json),
            ("# c\n[mcp_servers.a]\ncommand = 'x'", Syntax::Toml),
            ("[[mcp]] # list", Syntax::Toml),
            ("model = 'x'", Syntax::Toml),
            ("model=1", Syntax::Toml),
            ("# c\nmcpServers:\n  a: 1", Syntax::Yaml),
            ("name: x = y", Syntax::Yaml),
            ("---\na: 1", Syntax::Yaml),
            ("- a", Syntax::Yaml),
            ("# only", Syntax::Yaml),
            ("hello world", Syntax::Json),
        ] {
            assert_eq!(guessed("stdin", text), syntax, "{text:?}");
        }
    }
}
