//! Turns the data files, which people write as TOML, into JSON, which is several times quicker to read in every run.

use std::path::{Path, PathBuf};
use std::{env, fs};

use toml::{Table, Value};

/// Files with rows under `[[heading]]`: `HEADING.jsonl` has one row in a line.
const ROWS: [&str; 2] = ["src/catalog/servers.toml", "src/catalog/vendors.toml"];
/// Folder of the themes: `NAME.json` has its description and its looks.
const THEMES: &str = "themes";

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={THEMES}");
    for file in ROWS {
        println!("cargo::rerun-if-changed={file}");
        for (heading, rows) in read(Path::new(file)) {
            let rows = rows.as_array().expect("every heading has rows").iter();
            let lines: String = rows.map(|row| json(row) + "\n").collect();
            write(&out.join(format!("{heading}.jsonl")), &lines);
        }
    }
    for entry in fs::read_dir(THEMES).expect("the folder of themes") {
        let file = entry.expect("a theme").path();
        if file.extension().is_some_and(|end| end == "toml") {
            let name = file.file_stem().expect("a theme has a name");
            let mut looks = read(&file);
            let description = looks.remove("description").expect("a description");
            let theme = json(&Value::Array(vec![description, Value::Table(looks)]));
            write(&out.join(name).with_extension("json"), &theme);
        }
    }
}

fn read(file: &Path) -> Table {
    let text = fs::read_to_string(file).expect("a data file");
    text.parse()
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn json(value: &Value) -> String {
    serde_json::to_string(value).expect("a table is an object")
}

fn write(file: &Path, text: &str) {
    fs::write(file, text).expect("cargo's folder can be written to");
}
