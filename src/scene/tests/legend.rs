//! The legend says what every mark, line and frame of a picture means, and nothing that is not in it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::*;
use crate::graph::Overlay;
use crate::graph::select::split::{By, split};
use crate::graph::select::{Pattern, Selection, select};
use crate::layout::{Detail, LayoutOptions};
use crate::render::{self, Format};
use crate::source::{Input, SourceFile, load};
use crate::{dialect, graph, layout, run};

/// Reads one folder, with its overlay where there is one.
fn read(folder: &Path) -> Architecture {
    let loaded = load(&[Input::Path(folder.to_owned())], &dialect::known_file);
    let read = run::read(loaded, None);
    let overlay = std::fs::read_to_string(folder.join("mcpdiag.toml")).ok();
    let overlays: Vec<Overlay> = overlay
        .iter()
        .map(|text| Overlay::read(SourceFile::from_text("mcpdiag.toml", text)).unwrap())
        .collect();
    graph::build(&read.inventory, &overlays).0
}

/// Draws a folder in every way: as single boxes and as tables, as an overview, around one server, and one picture for
/// each host.
fn drawn(folder: &Path) -> Vec<(&'static str, Scene)> {
    let whole = read(folder);
    let scene = |architecture: &Architecture, detail| {
        let options = LayoutOptions {
            detail,
            ..LayoutOptions::default()
        };
        build(architecture, &layout::layout(architecture, &options))
    };
    let mut all = vec![
        ("full", scene(&whole, Detail::Full)),
        ("servers", scene(&whole, Detail::Servers)),
    ];
    if let Some(overview) = render::folded(&whole, Format::Svg, Detail::Overview) {
        all.push(("overview", scene(&overview, Detail::Overview)));
    }
    let server = whole.nodes().find_map(|node| node.client.as_ref());
    let focus = Selection {
        focus: server.and_then(|facts| Pattern::server(&facts.server)),
        ..Selection::default()
    };
    if let Ok(part) = select(whole.clone(), &focus) {
        all.push(("focus", scene(&part.with_sign_in(), Detail::Auto)));
    }
    for part in split(&whole, By::Host) {
        all.push(("split", scene(&part.architecture, Detail::Auto)));
    }
    all
}

/// Folders of samples: those of clients, and of single oddities.
fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = ["samples", "samples/quirks", "tests/data/field"]
        .iter()
        .flat_map(|of| std::fs::read_dir(root.join(of)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

/// What a reader may ask the meaning of.
fn signs<'a>(groups: impl Iterator<Item = &'a Group>) -> BTreeSet<String> {
    let mut signs = BTreeSet::new();
    for group in groups {
        let mut pill = false;
        let words = words(group);
        for shape in &group.shapes {
            let style = shape.style();
            let role = style.role.word();
            let sign = match (shape, style.paint) {
                (Shape::Icon { icon, .. }, paint) => {
                    let sign = sign(*icon, paint, style.role);
                    if group.kind != GroupKind::Note && says_itself(&sign, &words) {
                        continue;
                    }
                    sign
                }
                (Shape::Rect { .. }, Paint::Frame) if style.role != Role::Off => {
                    format!("frame {role}")
                }
                (Shape::Path { .. }, Paint::Line) | (Shape::Rect { .. }, Paint::Frame) => {
                    format!("line {role}")
                }
                (Shape::Rect { .. }, Paint::Ground) if group.kind != GroupKind::Label => {
                    if group.kind == GroupKind::Boundary {
                        signs.insert(format!("frame {role}"));
                    }
                    "gap".to_owned()
                }
                (Shape::Rect { .. }, Paint::Border) => {
                    pill = true;
                    continue;
                }
                (Shape::Rect { .. }, Paint::Box) if style.role == Role::Off => {
                    "line off".to_owned()
                }
                (Shape::Text { text, .. }, _) if pill => {
                    pill = false;
                    let number = text.bytes().all(|b| b.is_ascii_digit());
                    (if number { "number" } else { "overlay" }).to_owned()
                }
                (Shape::Text { text, .. }, _) if text.contains('?') => "question".to_owned(),
                _ => continue,
            };
            // The lines of a person and a repository, and the frame of a machine, say so in words.
            let told = ["line control", "frame machine", "frame private-network"];
            if !told.contains(&sign.as_str()) {
                signs.insert(sign);
            }
        }
    }
    signs
}

/// The words of a group, in small letters.
fn words(group: &Group) -> String {
    let texts = group.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { text, .. } => Some(text.to_lowercase()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// Says whether the words beside a sign say what it means.
fn says_itself(sign: &str, words: &str) -> bool {
    let any = |list: &[&str]| list.iter().any(|word| words.contains(word));
    match sign {
        "figure Person" => any(&["person", "user", "who assigns"]),
        "figure Model" => any(&["model"]),
        "figure Repository" => any(&["repository"]),
        "figure Shield" => any(&["authorization server"]),
        "figure Cloud" => any(&["api"]),
        "figure Database" => any(&["database"]),
        "figure Folder" => any(&["folder", "file", "disk"]),
        "figure Socket" => any(&["socket", "pipe"]),
        "figure Terminal" => any(&["command", "tools"]),
        "figure Outside" => any(&["network", "callers", "process"]),
        "mark Folder" => any(&["told to use", "host files", "/", "folder", "files", "reads"]),
        sign if sign.starts_with("Rights") || sign.starts_with("Fenced") => {
            any(&["rights", "container", "sandbox", "isolated"])
        }
        _ => false,
    }
}

fn sign(icon: Icon, paint: Paint, role: Role) -> String {
    let is_lock = format!("{icon:?}").starts_with("Lock");
    match icon {
        Icon::Warning | Icon::Alarm => format!("{icon:?}"),
        Icon::Rights | Icon::Fenced => format!("{icon:?} {}", role.word()),
        _ if is_lock || icon == Icon::Blocked => format!("{icon:?}"),
        // A folder is a box's figure, or a mark before a line.
        _ if paint == Paint::Mark => format!("mark {icon:?}"),
        _ => format!("figure {icon:?}"),
    }
}

#[test]
fn the_legend_explains_what_occurs_and_nothing_else() {
    let mut all = BTreeSet::new();
    let scenes = folders().into_iter().flat_map(|folder| {
        drawn(&folder)
            .into_iter()
            .map(move |scene| (folder.clone(), scene))
    });
    for (folder, (way, scene)) in scenes {
        let is_note = |group: &&Group| group.kind == GroupKind::Note;
        let seen = signs(scene.groups.iter().filter(|g| !is_note(g)));
        let said = signs(scene.groups.iter().filter(|g| g.id == "note-legend"));
        let missing: Vec<_> = seen.difference(&said).collect();
        let idle: Vec<_> = said.difference(&seen).collect();
        assert!(
            missing.is_empty() && idle.is_empty(),
            "{} ({way}): not in the legend {missing:?}; only there {idle:?}",
            folder.display()
        );
        all.extend(seen);
    }
    assert!(all.contains("overlay"));
    assert!(all.len() > 25, "{} kinds of signs: {all:?}", all.len());
}

#[test]
fn the_legend_says_what_a_dot_is_where_calls_part() {
    let says = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("samples")
            .join(name);
        let (_, scene) = drawn(&folder).swap_remove(0);
        let legend = scene.groups.iter().find(|g| g.id == "note-legend").unwrap();
        words(legend).contains("have a dot")
    };
    assert!(says("ten"));
    assert!(!says("copilot-cloud-agent"));
}
