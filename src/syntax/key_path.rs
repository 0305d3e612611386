//! Key paths for messages, which must not show a secret that was written as a key.

/// Joins keys to a path such as `mcpServers.github.command`, each as by [`key_text`].
pub fn key_path(keys: &[&str]) -> String {
    let shown: Vec<&str> = keys.iter().map(|key| key_text(key)).collect();
    shown.join(".")
}

/// Returns a key as it may be shown in a message: itself when it looks like a name, else `…`.
///
/// People write tokens, addresses and whole paths where a name belongs; the position says which key is meant.
pub fn key_text(key: &str) -> &str {
    const LONGEST: usize = 64;
    let plain = |c: char| c.is_alphanumeric() || "_-.@$ /".contains(c);
    let address =
        key.contains("//") || key.starts_with('/') || key.contains('@') && !key.starts_with('@');
    let name_like = !key.is_empty() && key.len() <= LONGEST && key.chars().all(plain);
    if name_like
        && !address
        && !key
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(looks_random)
    {
        key
    } else {
        "…"
    }
}

/// Says whether a run of letters and digits is too long and mixed for a word.
fn looks_random(run: &str) -> bool {
    let mixed =
        run.bytes().any(|b| b.is_ascii_digit()) && run.bytes().any(|b| b.is_ascii_alphabetic());
    run.len() >= if mixed { 14 } else { 24 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_and_what_may_be_a_secret_is_not() {
        for name in [
            "github",
            "mcpServers",
            "@scope/pkg",
            "io.github.user/server",
            "GITHUB_TOKEN",
            "my server 2",
            "größe",
            "日本",
        ] {
            assert_eq!(key_text(name), name);
        }
        for hidden in [
            "",
            "ghp_FAKE0000000000000000000000000000",
            "https://u:p@host/x",
            "/home/ada/x",
            "ada@example.org",
            "a\nb",
            "sk-proj-FAKEFAKEFAKEFAKEFAKEFAKE",
        ] {
            assert_eq!(key_text(hidden), "…", "{hidden}");
        }
        assert_eq!(key_path(&["env", "Bearer=x", "a"]), "env.….a");
    }
}
