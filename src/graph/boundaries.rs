//! The list of trust boundaries with an index of their ids: a picture may have one around every server.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use super::Boundary;

/// Boundaries in their order, found by id without looking through all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Boundaries {
    list: Vec<Boundary>,
    by_id: BTreeMap<String, usize>,
}

impl Boundaries {
    /// Adds a boundary at the end.
    pub fn push(&mut self, boundary: Boundary) {
        self.by_id
            .entry(boundary.id.clone())
            .or_insert(self.list.len());
        self.list.push(boundary);
    }

    /// Adds a boundary before another one.
    pub(crate) fn insert(&mut self, at: usize, boundary: Boundary) {
        self.list.insert(at, boundary);
        self.index();
    }

    /// Returns the boundary of an id.
    pub fn of_id(&self, id: &str) -> Option<&Boundary> {
        self.list.get(*self.by_id.get(id)?)
    }

    /// Returns the boundary of an id to change it; its id stays.
    pub(crate) fn of_id_mut(&mut self, id: &str) -> Option<&mut Boundary> {
        self.list.get_mut(*self.by_id.get(id)?)
    }

    /// Takes all away.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.by_id.clear();
    }

    fn index(&mut self) {
        self.by_id.clear();
        for (at, boundary) in self.list.iter().enumerate() {
            self.by_id.entry(boundary.id.clone()).or_insert(at);
        }
    }
}

impl Deref for Boundaries {
    type Target = [Boundary];
    fn deref(&self) -> &[Boundary] {
        &self.list
    }
}

impl DerefMut for Boundaries {
    fn deref_mut(&mut self) -> &mut [Boundary] {
        &mut self.list
    }
}

impl<'b> IntoIterator for &'b Boundaries {
    type Item = &'b Boundary;
    type IntoIter = std::slice::Iter<'b, Boundary>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<'b> IntoIterator for &'b mut Boundaries {
    type Item = &'b mut Boundary;
    type IntoIter = std::slice::IterMut<'b, Boundary>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter_mut()
    }
}

impl IntoIterator for Boundaries {
    type Item = Boundary;
    type IntoIter = std::vec::IntoIter<Boundary>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl FromIterator<Boundary> for Boundaries {
    fn from_iter<I: IntoIterator<Item = Boundary>>(all: I) -> Self {
        let mut boundaries = Self {
            list: all.into_iter().collect(),
            ..Self::default()
        };
        boundaries.index();
        boundaries
    }
}
