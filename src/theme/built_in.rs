//! Reads a built-in theme from what the build script made of its file; a test compares it with the file.

use std::collections::BTreeMap;

use super::read::{Given, merged};
use super::{Colour, Hatch, Role, Theme};

pub(super) fn theme(name: &str, text: &str) -> Theme {
    let (description, given): (String, BTreeMap<&str, Given>) = serde_json::from_str(text)
        .expect("the compiled-in themes are well formed; a test reads each");
    let looks = Role::ALL
        .iter()
        .map(|&role| (role, merged(given.get(role.word()), None)));
    Theme {
        name: name.to_owned(),
        description,
        looks: looks.collect(),
    }
}

impl TryFrom<&str> for Colour {
    type Error = &'static str;

    fn try_from(text: &str) -> Result<Self, Self::Error> {
        Self::parse(text).ok_or("expected a colour")
    }
}

impl TryFrom<&str> for Hatch {
    type Error = &'static str;

    fn try_from(word: &str) -> Result<Self, Self::Error> {
        Self::named(word).ok_or("expected a hatch")
    }
}
