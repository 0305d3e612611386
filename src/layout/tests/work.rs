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
    // Which arrangements are tried differs from one fleet to the next, and a box that is a row higher changes it: so
    // several fleets are added up.
    let all = |fleets: [(usize, usize); 3]| {
        let done = fleets.map(|(servers, hosts)| work(servers, hosts));
        let starts = done.iter().map(|d| d.1).max().unwrap_or(0);
        (done.iter().map(|d| d.0).sum::<usize>(), starts)
    };
    let (few, _) = all([(200, 5), (250, 6), (300, 7)]);
    let (many, starts) = all([(800, 19), (1000, 24), (1200, 28)]);
    // n log n would be five times as many, n squared sixteen times
    assert!(many < 9 * few, "{few} steps for few, {many} for many");
    assert!(starts <= 8, "{starts} starts for one arrangement");
}
