//! The shape of a picture: `--aspect` and `--width`.

#[path = "support/program.rs"]
mod program;

use program::{draw, refused};

const TEN: &str = "samples/ten/.mcp.json";

/// Returns the canvas of an SVG and the size in which it is shown.
fn size(svg: &str) -> ((f64, f64), (f64, f64)) {
    let document = roxmltree::Document::parse(svg).expect("XML");
    let root = document.root_element();
    let canvas: Vec<f64> = root
        .attribute("viewBox")
        .expect("a canvas")
        .split(' ')
        .map(|n| n.parse().expect("a number"))
        .collect();
    let shown = ["width", "height"].map(|name| {
        root.attribute(name)
            .expect("a size")
            .parse()
            .expect("a number")
    });
    ((canvas[2], canvas[3]), (shown[0], shown[1]))
}

#[test]
fn an_aspect_is_aimed_for() {
    let ratio = |aspect: &str| {
        let ((width, height), shown) = size(&draw(&[TEN, "-f", "svg", "--aspect", aspect]));
        assert!((width - shown.0).abs() < 0.01 && (height - shown.1).abs() < 0.01);
        width / height
    };
    let (tall, square, wide) = (ratio("0.6"), ratio("1:1"), ratio("16/9"));
    assert!(
        tall < 0.85 && (0.75..1.3).contains(&square) && wide > 1.4,
        "{tall} {square} {wide}"
    );
}

#[test]
fn a_width_is_the_width_shown() {
    for width in [400.0, 1600.0] {
        let svg = draw(&[TEN, "-f", "svg", "--width", &width.to_string()]);
        let ((w, h), shown) = size(&svg);
        assert!((shown.0 - width).abs() < 0.01, "{shown:?}");
        assert!(
            (shown.1 - h * width / w).abs() < 0.01,
            "{shown:?} keeps the shape of {w} by {h}"
        );
    }
    let narrow = size(&draw(&[TEN, "-f", "svg", "--width", "400"])).0.0;
    let wide = size(&draw(&[TEN, "-f", "svg", "--width", "2000"])).0.0;
    assert!(narrow < wide, "arranged for the width: {narrow} {wide}");
}

/// What is narrower is arranged narrower, and never broader than for more room.
#[test]
fn less_width_is_never_arranged_broader() {
    let arranged = |width: &str| size(&draw(&[TEN, "-f", "svg", "--width", width])).0.0;
    let widths = ["400", "600", "900", "1200", "1600", "2400", "32768"].map(arranged);
    assert!(widths.is_sorted(), "{widths:?}");
    assert!(widths[1] < 1400.0, "{widths:?}");
}

#[test]
fn a_width_in_which_texts_come_out_small_is_told() {
    let told = |width: &str| {
        let (code, _, err) = program::run(&[TEN, "-f", "svg", "--width", width]);
        assert_eq!(code, 0, "{err}");
        err
    };
    let err = told("600");
    assert!(
        err.contains("the smallest text is 4.") && err.contains("--split host"),
        "{err}"
    );
    let enough = err
        .split("choose --width ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    let err = told(enough.expect("a width that is enough"));
    assert!(!err.contains("smallest text"), "{err}");
}

#[cfg(feature = "png")]
#[test]
fn a_png_has_the_width_in_pixels() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("a.png");
    for scale in ["1", "2"] {
        let (code, _, err) = program::run(&[
            "samples/seed/.mcp.json",
            "-o",
            path.to_str().expect("a path"),
            "--width",
            "640",
            "--scale",
            scale,
        ]);
        assert_eq!(code, 0, "{err}");
        let bytes = std::fs::read(&path).expect("a file");
        assert_eq!(
            &bytes[16..20],
            &640_u32.to_be_bytes(),
            "the width in the header"
        );
    }
}

#[test]
fn a_shape_is_checked() {
    for (args, error) in [
        (
            &["-f", "svg", "--aspect", "3"][..],
            "--aspect must be between 1:2 and 2:1",
        ),
        (
            &["-f", "svg", "--aspect", "wide"],
            "write width by height, such as 1.5 or 16:9",
        ),
        (
            &["-f", "svg", "--aspect", "1:0"],
            "--aspect must be between",
        ),
        (
            &["-f", "svg", "--aspect", "nan"],
            "--aspect must be between",
        ),
        (
            &["-f", "svg", "--width", "0"],
            "--width must be between 100 and 32768 pixels",
        ),
        (
            &["-f", "svg", "--width", "-5"],
            "--width must be between 100 and 32768 pixels",
        ),
        (
            &["-f", "svg", "--width", "10"],
            "--width must be between 100 and 32768 pixels\nhint: leave it out",
        ),
        (
            &["-f", "svg", "--width", "40000"],
            "--width must be between 100 and 32768 pixels",
        ),
        (
            &["-f", "dot", "--width", "900"],
            "--width changes nothing here: dot has no size of its own",
        ),
        (
            &["-f", "text", "--aspect", "1"],
            "--aspect changes nothing here: text has no size of its own",
        ),
    ] {
        let err = refused(&[&[TEN], args].concat());
        assert!(err.contains(error), "{args:?}: {err}");
    }
}
