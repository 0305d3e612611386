//! Checks JSON against a JSON Schema: the few keywords that ours uses; one that it does not know is a violation.

use serde_json::Value;

/// Returns every violation in words; none for a good document.
pub(crate) fn violations(schema: &Value, document: &Value) -> Vec<String> {
    let mut checker = Checker {
        root: schema,
        found: Vec::new(),
    };
    checker.check(schema, document, "");
    checker.found
}

struct Checker<'s> {
    root: &'s Value,
    found: Vec<String>,
}

impl<'s> Checker<'s> {
    fn fits(&self, schema: &'s Value, value: &Value) -> bool {
        let mut inner = Checker {
            root: self.root,
            found: Vec::new(),
        };
        inner.check(schema, value, "");
        inner.found.is_empty()
    }

    fn check(&mut self, schema: &'s Value, value: &Value, at: &str) {
        for (keyword, rule) in schema.as_object().expect("a schema is an object") {
            let right = match keyword.as_str() {
                "$schema" | "$id" | "$defs" | "title" | "description" | "then" => true,
                "$ref" => {
                    let pointer = rule.as_str().unwrap().trim_start_matches('#');
                    let target = self
                        .root
                        .pointer(pointer)
                        .expect("a reference that resolves");
                    self.check(target, value, at);
                    true
                }
                "anyOf" => rule.as_array().unwrap().iter().any(|s| self.fits(s, value)),
                "if" => {
                    if self.fits(rule, value) {
                        self.check(&schema["then"], value, at);
                    }
                    true
                }
                "const" => rule == value,
                "enum" => rule.as_array().unwrap().contains(value),
                "type" => types(rule).iter().any(|t| is_type(t, value)),
                "minimum" => value.as_f64().is_none_or(|n| n >= rule.as_f64().unwrap()),
                "minItems" => length(value).is_none_or(|n| n >= rule.as_u64().unwrap()),
                "maxItems" => length(value).is_none_or(|n| n <= rule.as_u64().unwrap()),
                "pattern" => value
                    .as_str()
                    .is_none_or(|text| matches(rule.as_str().unwrap(), text)),
                "required" => {
                    let missing = |key: &&Value| value.get(key.as_str().unwrap()).is_none();
                    for key in rule.as_array().unwrap().iter().filter(missing) {
                        self.found.push(format!("{at}: {key} is missing"));
                    }
                    true
                }
                "properties" => {
                    for (key, schema) in rule.as_object().unwrap() {
                        if let Some(inner) = value.get(key) {
                            self.check(schema, inner, &format!("{at}/{key}"));
                        }
                    }
                    true
                }
                "items" => {
                    for (index, inner) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(rule, inner, &format!("{at}/{index}"));
                    }
                    true
                }
                _ => false,
            };
            if !right {
                self.found.push(format!("{at}: {keyword}: {value}"));
            }
        }
    }
}

fn types(rule: &Value) -> Vec<&str> {
    match rule {
        Value::String(one) => vec![one],
        many => many
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect(),
    }
}

fn is_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => panic!("unknown type {name}"),
    }
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|items| items.len() as u64)
}

/// Matches the patterns of our schema: `^[a-z0-9-]+$`, and a list of alternatives of literal text and `[0-9]+`.
fn matches(pattern: &str, text: &str) -> bool {
    if pattern == "^[a-z0-9-]+$" {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        return !text.is_empty() && text.chars().all(plain);
    }
    let alternatives = pattern
        .strip_prefix("^(")
        .and_then(|p| p.strip_suffix(")$"));
    let alternatives = alternatives.unwrap_or_else(|| panic!("unknown pattern {pattern}"));
    alternatives
        .replace('\\', "")
        .split('|')
        .any(|alternative| match alternative.split_once("[0-9]+") {
            None => alternative == text,
            Some((before, after)) => text
                .strip_prefix(before)
                .and_then(|rest| rest.strip_suffix(after))
                .is_some_and(|number| {
                    !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
                }),
        })
}
