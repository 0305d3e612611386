//! Variables in addresses: replaced by marks that no parser changes, and put back for display.

use crate::inventory::template::{Part, Template, Var};

/// A text whose variables are marked by words that no parser changes.
pub(super) struct Flat {
    /// The text with marks.
    pub(super) text: String,
    /// The variable whose default text gives the host.
    pub(super) default_of: Option<String>,
    vars: Vec<(String, Var)>,
}

impl Flat {
    pub(super) fn new(text: &str) -> Self {
        let text: String = text
            .trim_matches(|c: char| c.is_control() || c == ' ')
            .chars()
            .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
            .collect();
        let mut salt = String::from("zqv");
        while text.to_ascii_lowercase().contains(&salt) {
            salt.push('q');
        }
        let mut flat = Self {
            text: String::new(),
            default_of: None,
            vars: Vec::new(),
        };
        flat.add(&Template::parse_url(&text), &salt, 0);
        flat
    }

    fn add(&mut self, template: &Template, salt: &str, depth: usize) {
        for part in &template.parts {
            match part {
                Part::Text(text) => self.text.push_str(text),
                Part::Var(var) => {
                    let in_host = match self.text.split_once("://") {
                        Some((_, rest)) => !rest.contains(['/', '?', '#']),
                        None => !self.text.contains('/'),
                    };
                    match &var.default {
                        Some(default)
                            if in_host
                                && depth < 4
                                && (self.has_scheme() || is_address(default)) =>
                        {
                            self.default_of.get_or_insert_with(|| var.name.clone());
                            self.add(&Template::parse_url(default), salt, depth + 1);
                        }
                        _ => {
                            let mark = format!("{salt}{}z", self.vars.len());
                            self.text.push_str(&mark);
                            self.vars.push((mark, var.clone()));
                        }
                    }
                }
            }
        }
    }

    /// Puts the variables back as written.
    pub(super) fn written(&self, text: &str) -> String {
        self.replace(text, |var| var.written.clone())
    }

    /// Puts the variables back as they may be shown.
    pub(super) fn shown(&self, text: &str) -> String {
        self.replace(text, Var::shown)
    }

    fn replace(&self, text: &str, form: impl Fn(&Var) -> String) -> String {
        let mut out = text.to_owned();
        for (mark, var) in self.vars.iter().rev() {
            if out.contains(mark.as_str()) {
                out = out.replace(mark.as_str(), &form(var));
            }
        }
        out
    }

    /// Gives the first variable in a text.
    pub(super) fn var_in(&self, text: &str) -> Option<&Var> {
        self.vars
            .iter()
            .find(|(mark, _)| text.contains(mark.as_str()))
            .map(|(_, var)| var)
    }

    /// Replaces variables by a letter, so that the rest can be parsed.
    pub(super) fn neutral(&self, text: &str) -> String {
        self.replace(text, |_| "x".to_owned())
    }

    fn has_scheme(&self) -> bool {
        self.text.contains("://")
    }
}

/// Tells whether a default text can be the start of an address; a bare word may be anything.
fn is_address(text: &str) -> bool {
    text.contains("://") || text.contains(['.', ':']) || text.starts_with("localhost")
}
