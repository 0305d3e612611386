//! PNG: its size, its fonts, the same bytes every time, and never a terminal full of them.

#![cfg(feature = "png")]
#![expect(clippy::unwrap_used, reason = "a test that cannot run has to fail")]

use std::path::Path;
use std::process::{Command, Output};

/// A triangle for U+65E5 and nothing else, made for this test.
const ONE_GLYPH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/one-glyph.ttf");

struct Bench(tempfile::TempDir);

impl Bench {
    /// Makes a folder with a configuration of one server.
    fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = format!("{{\"mcpServers\": {{\"{name}\": {{\"command\": \"soil\"}}}}}}");
        std::fs::write(folder.path().join(".mcp.json"), config).unwrap();
        Self(folder)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcpdiag"));
        command.arg(".mcp.json").args(args).current_dir(&self.0);
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    fn png(&self, args: &[&str]) -> Vec<u8> {
        let ran = self.run(&[&["-f", "png"], args].concat());
        assert!(
            ran.status.success(),
            "{}",
            String::from_utf8_lossy(&ran.stderr)
        );
        ran.stdout
    }
}

/// Width and height from the header of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn the_extension_gives_a_png_and_the_flags_its_size() {
    let bench = Bench::new("soil");
    assert!(bench.run(&["-o", "arch.png"]).status.success());
    let plain = std::fs::read(bench.0.path().join("arch.png")).unwrap();
    let (width, height) = size(&plain);
    assert_eq!(size(&bench.png(&["--scale", "2"])), (2 * width, 2 * height));
    let narrow = size(&bench.png(&["--width", "400"]));
    assert_eq!(narrow.0, 400);
    let ratio = f64::from(width) / f64::from(height);
    assert!((400.0 / f64::from(narrow.1) - ratio).abs() < 0.01);
    assert_eq!(size(&bench.png(&["--width", "400", "--scale", "3"])).0, 400);
}

#[test]
fn the_same_input_gives_the_same_bytes_whatever_the_surroundings() {
    let bench = Bench::new("日本");
    let first = bench.png(&[]);
    let other = bench
        .command(&["-f", "png"])
        .env_clear()
        .env("HOME", "/nowhere")
        .env("FONTCONFIG_FILE", "/nowhere")
        .env("LANG", "ja_JP.UTF-8")
        .output()
        .unwrap();
    assert_eq!(first, other.stdout);
}

#[test]
fn a_character_without_a_glyph_is_a_visible_box() {
    // Two characters that no bundled font has look alike; a blank would be another picture.
    let box_of = |name: &str| Bench::new(name).png(&[]);
    assert_eq!(box_of("日"), box_of("本"));
    // A wide space has the same width, but is not seen.
    assert_ne!(box_of("x日x"), box_of("x\u{3000}x"));
}

#[test]
fn a_font_file_gives_what_the_bundled_font_lacks() {
    let (sun, other) = (Bench::new("日"), Bench::new("本"));
    let font = ["--font", ONE_GLYPH];
    assert_ne!(sun.png(&font), sun.png(&[]));
    // It has no glyph for the other one: still a box.
    assert_eq!(other.png(&font), other.png(&[]));
}

#[test]
fn characters_drawn_as_boxes_are_named_with_the_remedy() {
    let said = |name: &str, args: &[&str]| {
        let ran = Bench::new(name).run(&[&["-f", "png"], args].concat());
        assert!(ran.status.success());
        String::from_utf8_lossy(&ran.stderr).into_owned()
    };
    let both = said("日本🧪", &[]);
    assert!(
        both.contains("3 characters") && both.contains("U+65E5, U+672C, U+1F9EA"),
        "{both}"
    );
    assert!(both.contains("hint: --font FILE"), "{both}");
    let one = said("日本", &["--font", ONE_GLYPH]);
    assert!(
        one.contains("1 character") && one.contains("U+672C") && !one.contains("U+65E5"),
        "{one}"
    );
    assert_eq!(said("é → Ж", &[]), "");
    // A viewer of an SVG has fonts of its own.
    let svg = Bench::new("日").run(&["-f", "svg"]);
    assert!(!String::from_utf8_lossy(&svg.stderr).contains("--font"));
}

#[test]
fn a_font_that_is_none_is_named_by_its_flag() {
    let bench = Bench::new("soil");
    for font in [".mcp.json", "missing.ttf"] {
        let ran = bench.run(&["-f", "png", "--font", font]);
        assert_eq!(ran.status.code(), Some(2));
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(said.contains("font"), "{said}");
    }
}

#[test]
fn sizes_out_of_reason_are_refused() {
    let bench = Bench::new("soil");
    for args in [
        ["--scale", "0"],
        ["--scale", "99"],
        ["--width", "0"],
        ["--width", "99999"],
    ] {
        let ran = bench.run(&[&["-f", "png"][..], &args].concat());
        assert_eq!(ran.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(said.contains(args[0]), "{said}");
    }
}

/// `script` gives the program a terminal for its output.
#[cfg(target_os = "linux")]
#[test]
fn a_png_is_not_written_to_a_terminal() {
    let bench = Bench::new("soil");
    let program = Path::new(env!("CARGO_BIN_EXE_mcpdiag"));
    let line = format!("{} .mcp.json -f png", program.display());
    let ran = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(&bench.0)
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(2));
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(
        said.contains("a PNG is not written to a terminal"),
        "{said}"
    );
    assert!(said.contains("hint: ") && !said.contains("IHDR"), "{said}");
}
