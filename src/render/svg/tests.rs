//! Checks of the written SVG: what a viewer, a linter or a reader relies on.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::font;
use crate::scene::sample::sample;
use crate::theme::BUILT_IN;

#[path = "../../../tests/support/picture.rs"]
mod picture;

fn drawn(name: &str, options: &Options<'_>) -> String {
    let (architecture, placement) = sample(name);
    draw(&crate::scene::build(&architecture, &placement), options)
}

fn theme(name: &str) -> Theme {
    Theme::named(name).unwrap()
}

/// The picture as written without any option: light, with a block for dark.
fn usual(name: &str) -> String {
    let (light, dark) = (theme("light"), theme("dark"));
    let mut options = Options::new(&light);
    options.dark = Some(&dark);
    drawn(name, &options)
}

#[test]
fn the_picture_is_plain_and_complete_in_every_theme() {
    for (name, _) in BUILT_IN {
        let theme = theme(name);
        let svg = drawn("filesystem", &Options::new(&theme));
        assert_eq!(picture::violations(&svg), Vec::<String>::new(), "{name}");
    }
    assert_eq!(
        picture::violations(&usual("filesystem")),
        Vec::<String>::new()
    );
}

#[test]
fn the_check_sees_what_is_wrong() {
    let good = usual("filesystem");
    let at = good.find(">filesystem</text>").unwrap();
    let x = good[..at].rfind("x=\"").unwrap();
    let text = &good[x..at];
    let moved = text.replacen("x=\"", "x=\"9", 1);
    let broken = [
        (
            "<g class=\"k0\"",
            "<image/><g class=\"k0\"",
            "element <image>",
        ),
        ("fill=\"#1f2328\"", "fill=\"black\"", "not `#rrggbb`"),
        (
            "data-kind=\"net\"",
            "data-kind=\"wire\"",
            "unknown data-kind wire",
        ),
        (
            "data-parent=\"host\"",
            "data-parent=\"hots\"",
            "no boundary hots",
        ),
        (
            "data-to=\"server-1\"",
            "data-to=\"server-9\"",
            "no node server-9",
        ),
        (text, &moved, "outside its box: filesystem"),
        ("role=\"img\"", "", "no role img"),
        (
            "</svg>",
            "<path d=\"M0 0L9 9\" fill=\"none\"/></svg>",
            "<path> in no group",
        ),
    ];
    for (from, to, expected) in broken {
        assert!(good.contains(from), "the sample has no {from}");
        let found = picture::violations(&good.replacen(from, to, 1)).join("; ");
        assert!(found.contains(expected), "{to}: {found}");
    }
}

#[test]
fn only_colours_of_the_theme_occur() {
    for (name, _) in BUILT_IN {
        let theme = theme(name);
        let palette: BTreeSet<String> = Role::ALL
            .iter()
            .flat_map(|role| {
                let look = theme.look(*role);
                [look.fill, look.line, look.text, look.shade]
                    .into_iter()
                    .flatten()
            })
            .map(|colour| colour.to_string())
            .collect();
        let svg = drawn("filesystem", &Options::new(&theme));
        for (at, _) in svg.match_indices("=\"#") {
            let colour = &svg[at + 2..at + 9];
            assert!(palette.contains(colour), "{name}: {colour}");
        }
    }
}

#[test]
fn every_text_is_as_long_as_the_bundled_font_says() {
    let svg = usual("filesystem");
    let document = roxmltree::Document::parse(&svg).unwrap();
    let mut seen = 0;
    for text in document.descendants().filter(|n| n.has_tag_name("text")) {
        let value = |name: &str| text.attribute(name).unwrap().parse::<f64>().unwrap();
        let weight = match text.attribute("font-weight") {
            Some("600") => Weight::SemiBold,
            _ => Weight::Regular,
        };
        let width = font::width(text.text().unwrap(), value("font-size"), weight);
        assert!((value("textLength") - width).abs() < 0.01);
        seen += 1;
    }
    assert!(seen > 30);
}

#[test]
fn dark_is_a_block_of_plain_rules() {
    let svg = usual("filesystem");
    let document = roxmltree::Document::parse(&svg).unwrap();
    let style = document
        .descendants()
        .find(|n| n.has_tag_name("style"))
        .unwrap();
    let sheet = style.text().unwrap();
    let dark = theme("dark");
    let frame = dark.look(Role::OsUser);
    let rule = format!(
        ".f-os-user,.n-os-user{{fill:{};stroke:{}}}",
        frame.fill.unwrap(),
        frame.line.unwrap()
    );
    assert!(
        sheet.contains("@media (prefers-color-scheme: dark)") && sheet.contains(&rule),
        "{sheet}"
    );
    // Every class that has colours is overridden, so that nothing light stays behind.
    let block = &sheet[sheet.find("@media").unwrap()..sheet.find("\n}").unwrap()];
    for shape in document.descendants().filter(|n| n.has_attribute("fill")) {
        let class = shape.attribute("class").unwrap();
        assert!(
            block
                .split([',', '{', '\n'])
                .any(|selector| selector == format!(".{class}")),
            "{class} has no dark rule"
        );
    }
}

#[test]
fn a_chosen_theme_stands_alone() {
    let dark = theme("dark");
    let svg = drawn("filesystem", &Options::new(&dark));
    assert!(!svg.contains("@media"));
    assert!(svg.contains(&format!(
        "fill=\"{}\"",
        dark.look(Role::Canvas).fill.unwrap()
    )));
}

#[test]
fn a_pointer_on_a_box_shows_its_flows() {
    let svg = usual("filesystem");
    let document = roxmltree::Document::parse(&svg).unwrap();
    let server = document
        .descendants()
        .find(|n| n.attribute("data-id") == Some("server-1"))
        .unwrap();
    let key = server.attribute("class").unwrap();
    let flow = document
        .descendants()
        .find(|n| n.attribute("data-to") == Some("server-1"))
        .unwrap();
    assert!(
        flow.attribute("class")
            .unwrap()
            .split(' ')
            .any(|class| class == key)
    );
    assert!(svg.contains(&format!("svg:has(.{key}:hover) .way.{key} path")));
}

#[test]
fn the_font_comes_along_on_request() {
    let light = theme("light");
    let mut options = Options::new(&light);
    assert!(!drawn("filesystem", &options).contains("@font-face"));
    options.embed_font = true;
    let svg = drawn("filesystem", &options);
    assert_eq!(
        svg.matches("@font-face{font-family:Inter;font-weight:")
            .count(),
        2
    );
    assert_eq!(picture::violations(&svg), Vec::<String>::new());
}

#[test]
fn the_text_alternative_says_what_the_picture_says() {
    let svg = usual("filesystem");
    let document = roxmltree::Document::parse(&svg).unwrap();
    let words = document
        .descendants()
        .find(|n| n.has_tag_name("desc"))
        .unwrap()
        .text()
        .unwrap();
    for fact in [
        "OS user in This machine",
        "not isolated: docker socket",
        "tracker.example",
        "3 servers not probed",
    ] {
        assert!(words.contains(fact), "{fact} is not in: {words}");
    }
    let title = |id: &str| {
        let group = document
            .descendants()
            .find(|n| n.attribute("data-id") == Some(id))
            .unwrap();
        group
            .first_element_child()
            .unwrap()
            .text()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        title("server-1"),
        "server: filesystem; npm · server-filesystem · unpinned; told to use ~/src (declared in .mcp.json:3)."
    );
    assert_eq!(
        title("http--client-3--server-3"),
        "HTTP: client tracker to server mcp.tracker.example; HTTPS POST · bearer TRACKER_TOKEN (declared in .mcp.json:4)."
    );
}

#[test]
fn same_input_same_bytes_and_other_input_other_ids() {
    assert_eq!(usual("filesystem"), usual("filesystem"));
    let id = |svg: &str| {
        svg.split("<title id=\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap()
            .to_owned()
    };
    assert_ne!(id(&usual("filesystem")), id(&usual("git")));
}

fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "(\\]\\]>|<script>|</text>|&amp;|\"|'|<!--|[\\x00-\\x20]|\u{202e}|\u{200b}|🧪|日本|שלום|x){0,60}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn hostile_names_stay_text(name in hostile()) {
        let svg = usual(&name);
        prop_assert_eq!(picture::violations(&svg), Vec::<String>::new());
        prop_assert!(!svg.contains("<script"));
    }
}

#[cfg(feature = "png")]
#[test]
fn png_is_the_same_twice_and_as_wide_as_told() {
    let light = theme("light");
    let mut options = Options::new(&light);
    let svg = drawn("日本語 🧪", &options);
    let size = |png: &[u8]| u32::from_be_bytes(png[16..20].try_into().unwrap());
    options.scale = 0.5;
    let half = crate::render::png::draw(svg.as_bytes(), &options).unwrap().bytes;
    let (_, placement) = sample("日本語 🧪");
    assert!((f64::from(size(&half)) - placement.width / 2.0).abs() <= 0.5);
    assert_eq!(
        half,
        crate::render::png::draw(svg.as_bytes(), &options).unwrap().bytes
    );
    options.width = Some(300);
    assert_eq!(
        size(&crate::render::png::draw(svg.as_bytes(), &options).unwrap().bytes),
        300
    );
    options.width = Some(900_000);
    assert!(crate::render::png::draw(svg.as_bytes(), &options).is_err());
    let fonts = [b"no font".to_vec()];
    options.fonts = &fonts;
    let says = crate::render::png::draw(svg.as_bytes(), &options)
        .unwrap_err()
        .to_string();
    assert!(says.contains("--font"), "{says}");
}

#[test]
fn the_sheet_of_themes_is_a_picture_like_any_other() {
    let themes: Vec<Theme> = BUILT_IN.iter().map(|(name, _)| theme(name)).collect();
    let (architecture, _) = sample("filesystem");
    let sheet = crate::render::sheet::render(&architecture, &themes, crate::render::Format::Svg);
    let sheet = String::from_utf8(sheet.unwrap()).unwrap();
    assert_eq!(picture::violations(&sheet), Vec::<String>::new());
    for theme in &themes {
        assert!(sheet.contains(&format!(">{}</text>", theme.name)));
    }
}
