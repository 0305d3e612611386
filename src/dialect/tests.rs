//! Tests over the whole table: ids, patterns, and a sample for every row.

use std::path::{Path, PathBuf};

use super::{all, by_id, clients, read};
use crate::inventory::Values;
use crate::source::SourceFile;

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Samples of a client: those of the generic reader are the quirks.
fn samples(id: &str) -> Vec<SourceFile> {
    let folder = if id == "generic" { "quirks" } else { id };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut found = Vec::new();
    files(&root.join(folder), &mut found);
    let mut samples = Vec::new();
    for path in found {
        let name = path.strip_prefix(&root).expect("below the samples");
        if let Ok(text) = std::fs::read_to_string(&path) {
            let text = text.trim_start_matches('\u{feff}').to_owned();
            samples.push(SourceFile::from_text(name.to_string_lossy(), text));
        }
    }
    samples
}

#[test]
fn every_row_has_a_sample_that_it_reads() {
    for (id, product) in clients() {
        let reads = |file: &SourceFile| {
            super::parse(file).is_ok_and(|parsed| {
                let outcome = read(file, &parsed, Some(id), &mut Values::default());
                outcome
                    .reading
                    .is_some_and(|reading| reading.product == product)
            })
        };
        assert!(
            samples(id).iter().any(reads),
            "samples/{id} has no file that {product} reads"
        );
    }
}

#[test]
fn every_row_with_known_files_has_a_sample_under_one_of_them() {
    for dialect in all().filter(|dialect| !dialect.files.is_empty()) {
        let known = |file: &SourceFile| super::known::best_of(dialect, &file.segments).is_some();
        let by_content = ["jan", "agent-plugin", "openhands"].contains(&dialect.id);
        assert!(
            by_content || samples(dialect.id).iter().any(known),
            "samples/{} has no file under a known path",
            dialect.id
        );
    }
}

#[test]
fn ids_and_patterns_are_unique_and_plain() {
    let mut ids: Vec<&str> = clients().map(|(id, _)| id).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count, "two rows of one id");
    for dialect in all() {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(dialect.id.chars().all(plain), "{}", dialect.id);
        assert!(!dialect.product.is_empty());
        let mut patterns: Vec<&str> = dialect.files.iter().map(|file| file.path).collect();
        let count = patterns.len();
        patterns.sort_unstable();
        patterns.dedup();
        assert_eq!(patterns.len(), count, "{} names a file twice", dialect.id);
    }
    assert!(by_id("claude-code").is_some() && by_id("nothing").is_none());
}

#[test]
fn readers_named_beside_a_file_are_products_of_the_table() {
    for file in all().flat_map(|dialect| dialect.files) {
        for product in file.also {
            let row = clients().any(|(_, known)| known == *product);
            assert!(row, "{product}");
        }
    }
}
