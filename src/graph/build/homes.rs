//! Homes of several users in one configuration: `~/src` of one is another folder than `~/src` of the other.

use std::collections::BTreeSet;

use crate::inventory::{Host, Target};

/// The users whose homes are named, in the order in which they were read; numbered, because names of people are not shown.
#[derive(Default)]
pub(super) struct Homes(Vec<u32>);

impl Homes {
    /// Looks at all paths that processes are told to use and that are mounted.
    pub(super) fn of(hosts: &[Host]) -> Self {
        let launches =
            (hosts.iter().flat_map(|host| &host.servers)).filter_map(|s| match &s.target {
                Target::Process(launch) => Some(launch),
                _ => None,
            });
        let mut found = BTreeSet::new();
        for launch in launches {
            found.extend(launch.reach.iter().filter_map(|reach| reach.home));
            let mounts = launch.isolations.iter().flat_map(|i| &i.mounts);
            found.extend(mounts.filter_map(|mount| mount.home));
        }
        Self(found.into_iter().collect())
    }

    /// Returns a path as it is shown, with whose home it lies in where several are named.
    pub(super) fn label(&self, shown: &str, home: Option<u32>) -> String {
        let at = home.and_then(|home| self.0.binary_search(&home).ok());
        match at {
            Some(at) if self.0.len() > 1 => format!("{shown} · home of user {}", at + 1),
            _ => shown.to_owned(),
        }
    }

    /// Says whether a home may be that of the user whose frame it stands in.
    pub(super) fn is_own(&self, home: Option<u32>) -> bool {
        home.is_none() || self.0.len() < 2
    }
}
