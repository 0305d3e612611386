//! How the work of the layout grows: steps are counted, because a time depends on the machine.

use super::fleet;
use crate::graph::{self, Architecture};
use crate::layout::solve::STARTS;
use crate::layout::solver::RAISED;
use crate::layout::{LayoutOptions, layout};
use crate::source::SourceFile;
use crate::source::read::Loaded;

fn architecture(servers: usize, hosts: usize) -> Architecture {
    let files = fleet::fleet(servers, hosts).into_iter();
    let loaded = Loaded {
        files: files
            .map(|(path, text)| SourceFile::from_text(&path, text))
            .collect(),
        ..Loaded::default()
    };
    graph::build(&crate::run::read(loaded, None).inventory, &[]).0
}

/// Steps of solving a fleet, and the most starts of one arrangement.
fn work(servers: usize, hosts: usize) -> (usize, usize) {
    RAISED.set(0);
    STARTS.set(0);
    layout(&architecture(servers, hosts), &LayoutOptions::default());
    (RAISED.get(), STARTS.get())
}

#[test]
fn four_times_the_servers_take_hardly_more_than_four_times_the_work() {
    let (few, _) = work(250, 6);
    let (many, starts) = work(1000, 24);
    // n log n would be five times as many; how many arrangements are tried differs, too
    assert!(many < 7 * few, "{few} steps for 250, {many} for 1,000");
    assert!(starts <= 8, "{starts} starts for one arrangement");
}
