//! Writes the anchor graphs for another engine: the same boxes, sizes and labels, and the figures of our picture.

use serde_json::{Value, json};

use super::super::fold;
use super::super::invariants::figures;
use super::super::measure::Measured;
use super::super::view::View;
use super::anchors;
use crate::graph::Architecture;

/// Boxes, frames and flows with the sizes that we draw them in.
fn graph(arch: &Architecture) -> Value {
    let view = View::full(arch);
    let measured = Measured::new(&view);
    let parent = |frame: Option<usize>| frame.map(|f| view.frames[f].ids[0].clone());
    let nodes: Vec<Value> = (view.nodes.iter().zip(&measured.nodes))
        .map(|(n, size)| json!({ "id": n.id, "parent": parent(n.frame), "width": size.w, "height": size.h }))
        .collect();
    let frames: Vec<Value> = (view.frames.iter().enumerate())
        .map(|(f, frame)| {
            let heading = measured.heading(f, frame, 180.0);
            json!({
                "id": frame.ids[0], "parent": parent(frame.parent),
                "width": heading.w, "head": heading.head,
            })
        })
        .collect();
    let flows: Vec<Value> = (view.flows.iter().zip(&measured.labels))
        .map(|(flow, label)| {
            let size = label
                .as_ref()
                .map(|l| json!({ "width": l.w, "height": l.above + l.below }));
            json!({
                "id": flow.ids[0], "label": size,
                "from": view.nodes[flow.from].id, "to": view.nodes[flow.to].id,
            })
        })
        .collect();
    json!({ "nodes": nodes, "frames": frames, "flows": flows })
}

/// Writes one file per graph below `target/interop/anchors`; run by the second test stage.
#[test]
#[ignore = "writes files for tests/interop/elk.mjs"]
fn write_the_anchor_graphs() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/interop/anchors");
    std::fs::create_dir_all(&folder).unwrap();
    for (servers, arch, folded) in [
        (3, anchors::three(), false),
        (10, anchors::many(10, 1), false),
        (40, anchors::many(40, 4), false),
        (200, anchors::many(200, 6), true),
    ] {
        let ours = figures(&anchors::bare(&arch, folded).1);
        let file = json!({
            "servers": servers,
            "graph": graph(&arch),
            "ours": {
                "crossings": ours.crossings, "bends": ours.bends, "width": ours.width, "height": ours.height,
            },
        });
        let text = serde_json::to_string_pretty(&file).unwrap();
        std::fs::write(folder.join(format!("{servers}.json")), text).unwrap();
    }
    let arch = anchors::many(200, 6);
    let full = View::full(&arch);
    assert!(fold::fold(&arch, &full).nodes.len() < full.nodes.len());
}
