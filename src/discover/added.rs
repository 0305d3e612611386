//! Files that the environment adds to those of a product; only a live machine has an environment.

use std::path::PathBuf;

use super::{Discovered, Looked, Spot, Wanted, World, segments};
use crate::dialect::places::{Added, Holds, Place, added};
use crate::inventory::Scope;
use crate::source::Input;

/// Adds the files that variables name to those looked at, and the texts that they hold to those read.
pub(super) fn add(
    world: &World<'_>,
    wanted: Wanted,
    of_client: &dyn Fn(&str) -> bool,
    looked: &mut Looked,
    found: &mut Discovered,
) {
    if !wanted.user {
        return;
    }
    for (client, added) in added().filter(|(client, _)| of_client(client)) {
        let (Some(value), Some(like)) =
            ((world.variable)(added.variable), world.os.path(added.like))
        else {
            continue;
        };
        let place = Place {
            written: added.like.to_owned(),
            client,
            scope: Scope::User,
            moves: &[],
        };
        if added.holds == Holds::Text {
            let shown = format!("${}", added.variable);
            let text = value.to_string_lossy().into_owned();
            found.inputs.push(Input::Text {
                shown,
                segments: segments(&like),
                text,
            });
            continue;
        }
        for spot in spots(added, &value, &like) {
            looked.add(spot, &place);
        }
    }
}

/// Turns the value of a variable into the spots to look at; a relative path names nothing here.
fn spots(added: Added, value: &std::ffi::OsStr, like: &str) -> Vec<Spot> {
    let told = segments(like);
    let spot = |start: PathBuf, shown: String| Spot {
        start,
        shown,
        told: told.clone(),
        pattern: Vec::new(),
        machine: None,
    };
    let name = added.variable;
    match added.holds {
        Holds::Text => Vec::new(),
        Holds::File => vec![spot(PathBuf::from(value), format!("${name}"))],
        Holds::Files => {
            let paths = std::env::split_paths(value).filter(|path| path.is_absolute());
            let paths = paths.enumerate();
            paths
                .map(|(at, path)| spot(path, format!("${name}[{}]", at + 1)))
                .collect()
        }
        Holds::Folder(names) => {
            let folder = &told[..told.len().saturating_sub(1)];
            let inside = names.iter().map(|file| Spot {
                start: PathBuf::from(value),
                shown: format!("${name}"),
                told: folder.to_vec(),
                pattern: segments(file),
                machine: None,
            });
            inside.collect()
        }
    }
    .into_iter()
    .filter(|spot| spot.start.is_absolute())
    .collect()
}
