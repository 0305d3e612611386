//! Hanging: what stands right of the hosts' frame moves below it, so that wide pictures become narrower.

use super::tree::{Item, Shape, Tree};
use super::view::View;
use crate::graph::{BoundaryKind, NodeKind};

/// Moves isolated servers below their OS user and providers below their machine, as the shape says.
pub(super) fn hang(view: &View, shape: Shape, tree: &mut Tree) {
    if shape.bands > 1 {
        return;
    }
    if shape.hang_isolation {
        for block in 1..tree.blocks.len() {
            let machine = tree.blocks[block]
                .frame
                .is_some_and(|f| view.frames[f].kind == BoundaryKind::Machine);
            if machine {
                below(view, tree, block, 0);
            }
        }
    }
    if shape.hang_network {
        let column = tree.blocks[0].columns.iter().position(|column| {
            column.len() == 1
                && matches!(column[0], Item::Block(b) if trunk(view, tree, b).is_some())
        });
        if let Some(column) = column {
            below(view, tree, 0, column);
        }
    }
}

/// Finds the strip right of the hosts inside a block: there wires can go down.
fn trunk(view: &View, tree: &Tree, block: usize) -> Option<(usize, usize)> {
    let columns = &tree.blocks[block].columns;
    let first = columns.first()?;
    let hosts = first.iter().all(|&item| holds_clients(view, tree, item));
    if hosts && columns.len() > 1 {
        return Some((block, 1));
    }
    let Some((&Item::Block(inner), below)) = first.split_first() else {
        return None;
    };
    // what stands below must leave the way down free: it hangs there already
    trunk(view, tree, inner).filter(|strip| below.iter().all(|b| tree.hung.get(b) == Some(strip)))
}

fn holds_clients(view: &View, tree: &Tree, item: Item) -> bool {
    match item {
        Item::Node(n) => view.nodes[n].kind == NodeKind::Client,
        Item::Block(b) => tree.blocks[b].columns.iter().flatten().any(|&inner| {
            holds_clients(view, tree, inner)
                && !matches!(inner, Item::Block(i) if trunk(view, tree, i).is_some())
        }),
    }
}

/// Moves all that stands right of a column below its only item.
fn below(view: &View, tree: &mut Tree, block: usize, column: usize) {
    let Some(&[Item::Block(over)]) = tree.blocks[block].columns.get(column).map(Vec::as_slice)
    else {
        return;
    };
    let Some(strip) = trunk(view, tree, over) else {
        return;
    };
    let moved: Vec<Item> = tree.blocks[block]
        .columns
        .drain(column + 1..)
        .flatten()
        .collect();
    for &item in &moved {
        match item {
            Item::Node(n) => tree.node_at[n].1 = column,
            Item::Block(b) => tree.blocks[b].parent = Some((block, column)),
        }
        tree.hung.insert(item, strip);
    }
    tree.blocks[block].columns[column].extend(moved);
}
