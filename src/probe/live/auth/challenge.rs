//! `WWW-Authenticate`: several headers, several challenges, any case, and what real servers make of the grammar.

use crate::probe::Challenge;
use crate::probe::live::scrub::Scrub;

/// Most challenges taken.
const MOST: usize = 16;
/// Most parameters of one challenge taken.
const MOST_PARAMETERS: usize = 32;

/// Schemes that are registered or common.
const SCHEMES: &[&str] = &[
    "basic",
    "bearer",
    "digest",
    "dpop",
    "gnap",
    "hoba",
    "mutual",
    "negotiate",
    "ntlm",
    "oauth",
    "privatetoken",
];

/// One challenge.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parsed {
    scheme: String,
    parameters: Vec<(String, String)>,
    /// Whether the header breaks the grammar.
    pub(super) malformed: bool,
}

impl Parsed {
    /// Says whether it is of this scheme.
    pub(super) fn is(&self, scheme: &str) -> bool {
        self.scheme.eq_ignore_ascii_case(scheme)
    }

    /// Returns a parameter; names have no case.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let found = self
            .parameters
            .iter()
            .find(|(n, _)| n.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Gives it filtered.
    pub(super) fn seen(&self, status: u16, scrub: &Scrub) -> Challenge {
        let text = |name| self.get(name).map(|value| scrub.text(value));
        let scopes = self.get("scope").unwrap_or_default();
        Challenge {
            status,
            scheme: scrub.text(&self.scheme.to_ascii_lowercase()),
            realm: text("realm"),
            error: text("error"),
            scopes: scopes
                .split_ascii_whitespace()
                .take(crate::probe::MOST_TEXTS)
                .map(|scope| scrub.text(scope))
                .collect(),
            resource_metadata: text("resource_metadata"),
            malformed: self.malformed,
        }
    }
}

/// Reads the headers in order.
pub(super) fn read(headers: &[Vec<u8>]) -> Vec<Parsed> {
    let mut all = Vec::new();
    for header in headers {
        let text = String::from_utf8_lossy(header);
        let mut reader = Reader {
            rest: &text,
            malformed: !header.is_ascii(),
        };
        let first = all.len();
        reader.challenges(&mut all);
        for challenge in &mut all[first..] {
            challenge.malformed |= reader.malformed;
        }
    }
    all
}

struct Reader<'a> {
    rest: &'a str,
    malformed: bool,
}

impl<'a> Reader<'a> {
    /// `challenge = scheme [ 1*SP ( token68 / #parameter ) ]`, separated by commas, as the parameters are.
    fn challenges(&mut self, all: &mut Vec<Parsed>) {
        let first = all.len();
        // A challenge starts the header or stands after a comma, its first parameter right behind the scheme.
        let (mut fresh, mut opened) = (true, false);
        while all.len() < MOST {
            let before = self.rest;
            self.skip(" \t,");
            fresh |= before[..before.len() - self.rest.len()].contains(',');
            if self.rest.is_empty() {
                return;
            }
            if let Some(rest) = self.rest.strip_prefix('"') {
                self.malformed = true;
                self.rest = rest;
                self.quoted();
                continue;
            }
            let word = self.token();
            if word.is_empty() {
                self.malformed = true;
                fresh = false;
                self.skip_one();
                continue;
            }
            self.skip(" \t");
            if self.rest.starts_with('=') {
                // A parameter belongs to the challenge before it.
                self.malformed |= !fresh && !opened;
                (fresh, opened) = (false, false);
                self.skip_one();
                let value = self.value();
                match all.last_mut() {
                    Some(last) if last.parameters.len() < MOST_PARAMETERS => {
                        last.parameters.push((word.to_owned(), value));
                    }
                    _ => self.malformed = true,
                }
                continue;
            }
            // Prose in a broken header is no challenge.
            let known = || SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(word));
            if !fresh || (self.malformed && all.len() > first && !known()) {
                self.malformed = true;
                continue;
            }
            all.push(Parsed {
                scheme: word.to_owned(),
                parameters: Vec::new(),
                malformed: false,
            });
            (fresh, opened) = (false, true);
            self.skip_token68();
        }
        self.malformed = true;
    }

    fn skip(&mut self, set: &str) {
        self.rest = self.rest.trim_start_matches(|c| set.contains(c));
    }

    fn skip_one(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }

    fn token(&mut self) -> &'a str {
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)))
            .unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        token
    }

    /// A token or a quoted string; an unquoted URL and a quote without its end are read for what they mean.
    fn value(&mut self) -> String {
        self.skip(" \t");
        if let Some(rest) = self.rest.strip_prefix('"') {
            self.rest = rest;
            return self.quoted();
        }
        let end = self.rest.find([' ', '\t', ',']).unwrap_or(self.rest.len());
        let (value, rest) = self.rest.split_at(end);
        let token = {
            let mut reader = Reader {
                rest: value,
                malformed: false,
            };
            reader.token().len() == value.len()
        };
        self.malformed |= !token || value.is_empty();
        self.rest = rest;
        value.to_owned()
    }

    fn quoted(&mut self) -> String {
        let mut value = String::new();
        let mut chars = self.rest.chars();
        while let Some(c) = chars.next() {
            match c {
                '"' => {
                    self.rest = chars.as_str();
                    return value;
                }
                '\\' => value.extend(chars.next()),
                _ => value.push(c),
            }
        }
        self.malformed = true;
        self.rest = "";
        value
    }

    /// Credentials-like data after a scheme (`Negotiate oYG2==`) is of no use here.
    fn skip_token68(&mut self) {
        let end = self.rest.find([' ', '\t', ',']).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        let body = word.trim_end_matches('=');
        let data = !body.is_empty()
            && body
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-._~+/".contains(&b));
        let after = self.rest[end..].trim_start_matches([' ', '\t']);
        if data && (after.is_empty() || after.starts_with(',')) {
            self.rest = &self.rest[end..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(headers: &[&str]) -> String {
        let headers: Vec<Vec<u8>> = headers.iter().map(|h| h.as_bytes().to_vec()).collect();
        let all: Vec<String> = read(&headers)
            .iter()
            .map(|c| {
                let parameters: Vec<String> = c
                    .parameters
                    .iter()
                    .map(|(n, v)| format!("{n}={v}"))
                    .collect();
                let mark = if c.malformed { " !" } else { "" };
                format!("{}[{}]{mark}", c.scheme, parameters.join("; "))
            })
            .collect();
        all.join(" ")
    }

    #[test]
    fn challenges_as_servers_write_them() {
        let table: &[(&[&str], &str)] = &[
            (
                &[
                    r#"Bearer realm="OAuth", resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp", scope="mcp:read""#,
                ],
                "Bearer[realm=OAuth; resource_metadata=https://mcp.example.com/.well-known/oauth-protected-resource/mcp; scope=mcp:read]",
            ),
            (&["bearer"], "bearer[]"),
            (
                &["BEARER Scope=read , ERROR = \"x\""],
                "BEARER[Scope=read; ERROR=x]",
            ),
            (
                &[r#"Basic realm="a, b", Bearer error="invalid_token", DPoP algs="ES256 PS256""#],
                "Basic[realm=a, b] Bearer[error=invalid_token] DPoP[algs=ES256 PS256]",
            ),
            (
                &["Negotiate oYG2==, Bearer scope=x", "Basic realm=y"],
                "Negotiate[] Bearer[scope=x] Basic[realm=y]",
            ),
            (&["Negotiate oYG2"], "Negotiate[]"),
            (
                &[r#"Bearer realm="say \"hi\" \\ there""#],
                r#"Bearer[realm=say "hi" \ there]"#,
            ),
            (&[", ,Bearer realm=x,,"], "Bearer[realm=x]"),
            (
                &["Bearer resource_metadata=https://a.example/x?y=1, scope=z"],
                "Bearer[resource_metadata=https://a.example/x?y=1; scope=z] !",
            ),
            (&["Bearer realm=\"open"], "Bearer[realm=open] !"),
            (&["Bearer realm=ü"], "Bearer[realm=ü] !"),
            (&["scope=x"], ""),
            (&["=x"], ""),
            (
                &["Bearer error_description=Please sign in, then retry, scope=x"],
                "Bearer[error_description=Please; scope=x] !",
            ),
            (
                &["Bearer realm=My Server, Basic realm=y"],
                "Bearer[realm=My] ! Basic[realm=y] !",
            ),
            (
                &["Bearer realm=\"x\" scope=\"y\""],
                "Bearer[realm=x; scope=y] !",
            ),
            (&["\"Bearer a, Basic b\""], ""),
            (&["\"\""], ""),
            (&[""], ""),
        ];
        for (headers, expected) in table {
            assert_eq!(shown(headers), *expected, "{headers:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_header_makes_it_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            read(&[bytes]);
        }
    }
}
