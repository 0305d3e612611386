//! What only a checkout can tell: the crate packs what its tests read, and the documents link to what there is.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use walkdir::WalkDir;

/// What stays out, with the tests that read it, and files that insta leaves.
const OUT: [&str; 5] = [
    "samples/gallery/",
    "samples/gallery.md",
    "tests/gallery/",
    "tests/interop/",
    "tests/repository.rs",
];

#[test]
fn every_sample_document_theme_and_fixture_is_packed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !root.join(".git").exists() {
        // Without git, cargo leaves out whatever begins with a dot: an archive of the sources is not what is published from.
        return;
    }
    let listed = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(root)
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&listed.stderr);
    assert!(listed.status.success(), "{said}");
    let listed = String::from_utf8_lossy(&listed.stdout).replace('\\', "/");
    let packed: BTreeSet<&str> = listed.lines().collect();
    let mut missing = Vec::new();
    for folder in [
        "build.rs", "docs", "examples", "samples", "src", "tests", "themes",
    ] {
        for entry in WalkDir::new(root.join(folder)) {
            let entry = entry.expect("a folder of the crate");
            let below = entry
                .path()
                .strip_prefix(root)
                .expect("a path of the crate");
            let below = below.to_string_lossy().replace('\\', "/");
            let out = OUT.iter().any(|out| below.starts_with(out))
                || entry.path().extension().is_some_and(|end| end == "new");
            if entry.file_type().is_file() && !out && !packed.contains(below.as_str()) {
                missing.push(below);
            }
        }
    }
    assert!(missing.is_empty(), "not packed: {missing:#?}");
}

/// Links between the documents lead somewhere.
#[test]
fn the_documents_link_to_what_there_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for document in [
        "README.md",
        "CONTRIBUTING.md",
        "docs/architecture.md",
        "docs/decisions.md",
        "docs/discovery.md",
        "docs/overlay.md",
        "docs/probing.md",
        "docs/themes.md",
        "samples/gallery.md",
    ] {
        let file = root.join(document);
        let folder = file.parent().expect("a folder");
        let text = std::fs::read_to_string(&file).expect("a document");
        for rest in text.split("](").skip(1) {
            let target = rest.split([')', '#']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            seen += 1;
            assert!(folder.join(target).exists(), "{document}: {target}");
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn the_architecture_page_names_every_room_and_nothing_that_is_gone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/architecture.md")).expect("the page");
    let named: BTreeSet<&str> = page.split('`').skip(1).step_by(2).collect();
    for entry in std::fs::read_dir(root.join("src")).expect("the sources") {
        let entry = entry.expect("a room");
        let mut name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            name.push('/');
        }
        let start = ["lib.rs", "main.rs"].contains(&name.as_str());
        assert!(
            start || named.contains(name.as_str()),
            "{name} is not named"
        );
    }
    for room in named {
        let file = Path::new(room).extension().is_some_and(|end| end == "rs");
        if file || room.ends_with('/') {
            assert!(root.join("src").join(room).exists(), "{room} is gone");
        }
    }
}
