//! What the documents show is what the program does.

use std::path::Path;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).expect("a document")
}

#[test]
fn the_readme_lists_the_products_that_are_read() {
    let readme = read("README.md");
    let (_, rest) = readme
        .split_once("<!-- clients:begin -->\n")
        .expect("the start of the table");
    let (shown, _) = rest
        .split_once("<!-- clients:end -->")
        .expect("the end of the table");
    let table = mcpdiag::dialect::table();
    assert!(
        shown == table,
        "put this between the clients markers of README.md:\n{table}"
    );
}

#[test]
fn the_readme_names_every_exit_code_format_and_theme() {
    let readme = read("README.md");
    for code in ["| 0 |", "| 1 |", "| 2 |", "| 3 |"] {
        assert!(readme.contains(code), "exit code {code}");
    }
    for format in mcpdiag::render::Format::ALL {
        assert!(readme.contains(format.name()), "format {}", format.name());
    }
    for (theme, _) in mcpdiag::theme::BUILT_IN {
        assert!(readme.contains(theme), "theme {theme}");
    }
}

/// The pictures of the README are what the program draws now; `mcpdiag samples/seed/.mcp.json --theme THEME -o FILE` renews one.
#[test]
fn the_pictures_of_the_readme_are_current() {
    for theme in ["light", "dark"] {
        let picture = format!("samples/seed/arch-{theme}.svg");
        assert!(read("README.md").contains(&picture), "{picture}");
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_mcpdiag"))
            .args([
                "samples/seed/.mcp.json",
                "--theme",
                theme,
                "--check",
                "-o",
                &picture,
            ])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("the program runs");
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{picture}: {said}");
    }
}

/// So is the one of what was observed; the same command without `--check` renews it.
#[test]
fn the_picture_of_what_was_observed_is_current() {
    let folder = "samples/probe/cloudflare";
    for document in ["README.md", "docs/probing.md"] {
        assert!(
            read(document).contains(&format!("{folder}/arch.svg")),
            "{document}"
        );
    }
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_mcpdiag"))
        .args([
            ".mcp.json",
            "--replay",
            "probe.json",
            "--check",
            "-o",
            "arch.svg",
        ])
        .current_dir(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
}
