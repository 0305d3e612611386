//! Values that stand where the name of a variable belongs.

use super::{FactCx, Found};
use crate::diagnostic::Place;
use crate::inventory::secret::{Shape, is_pasted, is_placeholder, shape};
use crate::inventory::{Carrier, Form, MarkLevel};

/// What is said of it.
pub(super) const WORDS: &str = "a value stands where the name of a variable belongs";

impl FactCx<'_> {
    /// Tells whether a value stands where the name of a variable belongs, and says so.
    pub(super) fn is_misplaced_value(&mut self, name: &str, at: &Place) -> bool {
        let name = name.trim();
        let identifier = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"_.-()".contains(&b))
            && name.len() <= 100;
        let signs = name.contains(['-', '.']) && name.bytes().any(|b| b.is_ascii_digit());
        let misplaced = !name.is_empty()
            && (!identifier || signs || shape(name) != Shape::Plain || is_pasted(name));
        if misplaced {
            self.mark(MarkLevel::Alarm, WORDS, at);
        }
        misplaced
    }

    pub(super) fn misplaced(&mut self, value: &str, carrier: Carrier, at: &Place) -> Found {
        let mut credential = Self::plain("•••", Form::Literal, carrier, at);
        credential.placeholder = is_placeholder(value);
        if !credential.placeholder {
            credential.value = Some(self.values.ordinal(value.trim()));
        }
        Found::credential(credential)
    }
}
