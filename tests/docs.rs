//! What the documents show is what the program does.

use std::path::{Path, PathBuf};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(path(name)).expect("a document")
}

/// Checks that a document holds a text between two markers; `UPDATE=1 cargo test --test docs` writes it there.
fn holds(document: &str, marker: &str, text: &str) {
    let whole = read(document);
    let (start, end) = (
        format!("<!-- {marker}:begin -->\n"),
        format!("<!-- {marker}:end -->"),
    );
    let (before, rest) = whole.split_once(&start).expect("the start of the part");
    let (shown, after) = rest.split_once(&end).expect("the end of the part");
    if shown != text && std::env::var_os("UPDATE").is_some() {
        let renewed = format!("{before}{start}{text}{end}{after}");
        std::fs::write(path(document), renewed).expect("the document is written");
        return;
    }
    assert!(
        shown == text,
        "{document}: the part {marker} is not current: UPDATE=1 cargo test --test docs"
    );
}

fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|&word| word.to_owned()).collect();
    let rule = vec!["---".to_owned(); head.len()];
    let rows = rows.map(|row| line(&row)).collect::<String>();
    format!("{}{}{rows}", line(&head), line(&rule))
}

#[test]
fn the_readme_lists_the_products_that_are_read() {
    let table = mcpdiag::dialect::table_as(mcpdiag::dialect::TableFormat::Markdown);
    holds("README.md", "clients", &table);
}

#[test]
fn the_page_on_discovery_lists_the_places_and_install_links() {
    holds(
        "docs/discovery.md",
        "places",
        &mcpdiag::dialect::places_table(),
    );
    let links = mcpdiag::dialect::links_table();
    holds("docs/discovery.md", "links", &links);
}

#[test]
fn the_page_on_themes_lists_what_there_is() {
    use mcpdiag::theme::{BUILT_IN, Hatch, KEYS, Role, Theme};
    let themes = BUILT_IN.iter().map(|(name, _)| {
        let theme = Theme::named(name).expect("a built-in theme");
        vec![format!("`{name}`"), theme.description]
    });
    holds(
        "docs/themes.md",
        "themes",
        &table(&["theme", "for"], themes),
    );
    let keys = KEYS.iter().map(|key| {
        let cells = [
            format!("`{}`", key.word),
            key.expects.into(),
            key.meaning.into(),
        ];
        cells.to_vec()
    });
    let head = ["key", "expects", "is"];
    holds("docs/themes.md", "keys", &table(&head, keys));
    let hatches = Hatch::ALL
        .iter()
        .map(|hatch| vec![format!("`{}`", hatch.word()), hatch.meaning().to_owned()]);
    holds(
        "docs/themes.md",
        "hatches",
        &table(&["hatch", "looks like"], hatches),
    );
    let roles = Role::ALL.iter().map(|role| {
        let needs = role.needs().join(", ");
        vec![
            format!("`{}`", role.word()),
            role.meaning().to_owned(),
            needs,
        ]
    });
    let head = ["role", "what has it", "must have"];
    holds("docs/themes.md", "roles", &table(&head, roles));
}

#[test]
fn the_page_on_overlays_shows_the_sample() {
    let sample = read("samples/seed/mcpdiag.toml").replace("\r\n", "\n");
    assert!(
        read("docs/overlay.md").contains(&format!("```toml\n{sample}```")),
        "docs/overlay.md shows another overlay than samples/seed/mcpdiag.toml"
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

#[test]
fn the_readme_names_every_option_that_the_help_names() {
    let readme = read("README.md");
    let mut seen = 0;
    for command in [None, Some("probe"), Some("themes"), Some("clients")] {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_mcpdiag"))
            .args(command)
            .arg("-h")
            .output()
            .expect("the program runs");
        let help = String::from_utf8(ran.stdout).expect("UTF-8");
        let words = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        for option in words.filter(|word| word.starts_with("--") && word.len() > 2) {
            seen += 1;
            let named =
                readme.contains(&format!("{option}`")) || readme.contains(&format!("{option} "));
            let general = ["--help", "--version"].contains(&option);
            assert!(named || general, "{command:?}: {option}");
        }
    }
    assert!(seen > 20, "{seen}");
}

/// The pictures of the documents are what the program draws now; `UPDATE=1 cargo test --test docs` renews them.
#[test]
fn the_pictures_of_the_documents_are_current() {
    let seed = |theme| ["samples/seed/.mcp.json", "--theme", theme].to_vec();
    let probed = vec![".mcp.json", "--replay", "probe.json"];
    let probe = "samples/probe/cloudflare";
    for (document, folder, picture, arguments) in [
        (
            "README.md",
            "",
            "samples/seed/arch-light.svg",
            seed("light"),
        ),
        ("README.md", "", "samples/seed/arch-dark.svg", seed("dark")),
        ("docs/themes.md", "", "samples/themes.svg", vec!["themes"]),
        ("README.md", probe, "arch.svg", probed.clone()),
        ("docs/probing.md", probe, "arch.svg", probed),
    ] {
        let shown = path(folder).join(picture);
        let below = shown.strip_prefix(path("")).expect("a path of the package");
        let below = below.to_string_lossy().replace('\\', "/");
        assert!(read(document).contains(&below), "{document}: {below}");
        let run = |check: Option<&str>| {
            std::process::Command::new(env!("CARGO_BIN_EXE_mcpdiag"))
                .args(&arguments)
                .args(["-o", picture])
                .args(check)
                .current_dir(path(folder))
                .output()
                .expect("the program runs")
        };
        if std::env::var_os("UPDATE").is_some() {
            run(None);
        }
        let ran = run(Some("--check"));
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(
            ran.status.success(),
            "{below}: UPDATE=1 cargo test --test docs renews it: {said}"
        );
    }
}
