//! The legend says what every mark, line and frame of a picture means, and nothing that is not in it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::*;
use crate::graph::Overlay;
use crate::layout::{Detail, LayoutOptions};
use crate::source::{Input, SourceFile, load};
use crate::{dialect, graph, layout, run};

/// Draws one folder as single boxes and as tables, with its overlay where there is one.
fn drawn(folder: &Path) -> [Scene; 2] {
    let loaded = load(&[Input::Path(folder.to_owned())], &dialect::known_file);
    let read = run::read(loaded, None);
    let overlay = std::fs::read_to_string(folder.join("mcpdiag.toml")).ok();
    let overlays: Vec<Overlay> = overlay
        .iter()
        .map(|text| Overlay::read(SourceFile::from_text("mcpdiag.toml", text)).unwrap())
        .collect();
    let (architecture, _) = graph::build(&read.inventory, &overlays);
    [Detail::Full, Detail::Servers].map(|detail| {
        let options = LayoutOptions {
            detail,
            ..LayoutOptions::default()
        };
        build(&architecture, &layout::layout(&architecture, &options))
    })
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
        for shape in &group.shapes {
            let style = shape.style();
            let role = style.role.word();
            let sign = match (shape, style.paint) {
                (Shape::Icon { icon, .. }, paint) => sign(*icon, paint, style.role),
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
            signs.insert(sign);
        }
    }
    signs
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
    let scenes = folders()
        .into_iter()
        .flat_map(|folder| drawn(&folder).map(|scene| (folder.clone(), scene)));
    for (folder, scene) in scenes {
        let is_note = |group: &&Group| group.kind == GroupKind::Note;
        let seen = signs(scene.groups.iter().filter(|g| !is_note(g)));
        let said = signs(scene.groups.iter().filter(|g| g.id == "note-legend"));
        let missing: Vec<_> = seen.difference(&said).collect();
        let idle: Vec<_> = said.difference(&seen).collect();
        assert!(
            missing.is_empty() && idle.is_empty(),
            "{}: not in the legend {missing:?}; only there {idle:?}",
            folder.display()
        );
        all.extend(seen);
    }
    assert!(all.contains("overlay"));
    assert!(all.len() > 40, "{} kinds of signs: {all:?}", all.len());
}
