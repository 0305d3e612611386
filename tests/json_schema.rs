//! The JSON of every sample fits the published schema, and the schema knows every word that the program writes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "support/schema.rs"]
mod schema;

use std::path::{Path, PathBuf};

use mcpdiag::probe::Recording;
use mcpdiag::render::{Format, Options, render};
use mcpdiag::source::{Input, load};
use mcpdiag::theme::Theme;
use mcpdiag::{dialect, graph, run};
use serde_json::{Value, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn published() -> Value {
    let text = std::fs::read_to_string(root().join("docs/mcpdiag.schema.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Lists all files below a folder, sorted.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Reads files and writes what they say as JSON.
fn document(inputs: &[PathBuf]) -> Value {
    let inputs: Vec<Input> = inputs.iter().cloned().map(Input::Path).collect();
    let read = run::read(load(&inputs, &dialect::known_file), None);
    let (arch, _) = graph::build(&read.inventory, &[]);
    let theme = Theme::load("light").unwrap();
    let rendered = render(&arch, Format::Json, &Options::new(&theme)).unwrap();
    serde_json::from_slice(&rendered.bytes).unwrap()
}

#[test]
fn every_sample_fits_the_schema() {
    let schema = published();
    let mut wrong = Vec::new();
    let mut clients = 0;
    for folder in ["samples", "tests/data/field"] {
        for file in files_below(&root().join(folder)) {
            let document = document(std::slice::from_ref(&file));
            let nodes = document["nodes"].as_array().unwrap();
            clients += nodes.iter().filter(|n| n["kind"] == "client").count();
            let name = file.strip_prefix(root()).unwrap().display().to_string();
            let found = schema::violations(&schema, &document);
            wrong.extend(found.into_iter().map(|w| format!("{name}: {w}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(clients > 100, "{clients} clients in all samples");
}

/// Reads a sample with its recording and writes what they say as JSON.
fn observed(folder: &str) -> Value {
    let folder = root().join("samples/probe").join(folder);
    let inputs = [Input::Path(folder.join(".mcp.json"))];
    let read = run::read(load(&inputs, &dialect::known_file), None);
    let text = std::fs::read_to_string(folder.join("probe.json")).unwrap();
    let recording = Recording::from_json(&text, "probe.json").unwrap();
    let (arch, unmatched) = graph::build_observed(&read.inventory, &[], &recording);
    assert!(unmatched.is_empty(), "{unmatched:?}");
    let theme = Theme::load("light").unwrap();
    let rendered = render(&arch, Format::Json, &Options::new(&theme)).unwrap();
    serde_json::from_slice(&rendered.bytes).unwrap()
}

#[test]
fn what_was_observed_fits_the_schema_and_is_what_was_recorded() {
    let schema = published();
    for (folder, servers, issuers) in [("cloudflare", 1, 1), ("mixed", 6, 3)] {
        let document = observed(folder);
        let found = schema::violations(&schema, &document);
        assert!(found.is_empty(), "{folder}: {found:#?}");
        let nodes = document["nodes"].as_array().unwrap();
        let of = |kind: &str| {
            let seen = nodes.iter().filter(|n| n["observed"].is_object());
            seen.filter(|n| n["kind"] == kind).count()
        };
        assert_eq!(
            (of("server"), of("authorization-server")),
            (servers, issuers)
        );
    }
    let document = observed("cloudflare");
    let nodes = document["nodes"].as_array().unwrap();
    let at = nodes
        .iter()
        .position(|n| n["observed"]["era"].is_string())
        .unwrap();
    let mut broken = document.clone();
    *broken
        .pointer_mut(&format!("/nodes/{at}/observed/era"))
        .unwrap() = json!("ancient");
    assert!(!schema::violations(&schema, &broken).is_empty());
    assert_eq!(
        document.pointer(&format!(
            "/nodes/{at}/observed/authorization/resource/resource"
        )),
        Some(&json!("https://mcp.example.com/mcp"))
    );
}

#[test]
fn all_samples_together_fit_the_schema_too() {
    let document = document(&[root().join("samples")]);
    let found = schema::violations(&published(), &document);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_checker_finds_what_is_wrong() {
    let schema = published();
    let good = document(&[root().join("samples/ten/.mcp.json")]);
    let broken = |pointer: &str, value: Value| {
        let mut document = good.clone();
        *document.pointer_mut(pointer).unwrap() = value;
        schema::violations(&schema, &document)
    };
    assert!(broken("/schema", json!(2))[0].starts_with("/schema: const"));
    assert!(broken("/nodes/0/kind", json!("box"))[0].contains("enum"));
    assert!(broken("/nodes/0/id", json!("With Space"))[0].contains("pattern"));
    assert!(broken("/flows/0/alarm", json!("no"))[0].contains("type"));
    assert!(broken("/boundaries/0", json!({}))[0].contains("is missing"));
    let client = good["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .position(|n| n["kind"] == "client");
    let mut without = good["nodes"][client.unwrap()].clone();
    without.as_object_mut().unwrap().remove("approval");
    let at = format!("/nodes/{}", client.unwrap());
    assert_eq!(
        broken(&at, without),
        [format!("{at}: \"approval\" is missing")]
    );
    let of_client = format!("{at}/approval");
    assert!(broken(&of_client, json!("auto: many tools"))[0].contains("pattern"));
    assert!(broken(&of_client, json!("auto: 12 tools")).is_empty());
}
