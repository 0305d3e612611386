//! Rewrites the text of a file so that canaries stand in it.

use mcpdiag::source::Span;

use crate::mint::Mint;
use crate::spots::{Spot, What};

/// Some replacements in one text.
pub(crate) struct Plant {
    /// What was planted where, for messages.
    pub(crate) what: String,
    edits: Vec<(Span, String)>,
    /// Cuts the text after the last edit, so that it no longer parses.
    cut: bool,
}

impl Plant {
    fn new(what: impl Into<String>, edits: Vec<(Span, String)>) -> Self {
        Self {
            what: what.into(),
            edits,
            cut: false,
        }
    }

    /// Returns the text with the canaries in it.
    pub(crate) fn apply(&self, text: &str) -> String {
        let mut edits: Vec<_> = self.edits.iter().collect();
        edits.sort_by_key(|(span, _)| span.start);
        let mut out = String::new();
        let mut at = 0;
        for (span, new) in edits {
            if span.start < at {
                continue; // Two keys of one TOML header stand at one place.
            }
            out.push_str(&text[at..span.start]);
            out.push_str(new);
            at = span.end;
        }
        if !self.cut {
            out.push_str(&text[at..]);
        } else if let Some(shorter) = out.strip_suffix('"') {
            return shorter.to_owned();
        }
        out
    }
}

/// Writes a string that JSON, TOML and YAML read alike.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

/// Returns the texts that one string may be replaced by: what is wrong with it, and the text.
fn bad_texts(spot: &Spot, old: &str, mint: &mut Mint) -> Vec<(&'static str, String)> {
    let mut bad = vec![("a secret as the whole value", mint.secret())];
    if spot.is_variable() {
        bad.push(("a word as the value", mint.quiet()));
        bad.push(("a bearer", format!("Bearer {}", mint.quiet())));
        bad.push((
            "a default text",
            format!("${{SOIL_TOKEN:-{}}}", mint.quiet()),
        ));
        bad.push((
            "a connection string",
            format!("postgresql://app:{}@db.example.test/shop", mint.quiet()),
        ));
        for (what, before, after) in [
            ("a value as the name of a variable", "${env:", "}"),
            ("a value in braces", "${", "}"),
            ("a value after a scheme and in braces", "Bearer ${", "}"),
        ] {
            bad.push((what, format!("{before}{}{after}", mint.short())));
        }
        let inner = format!(
            r#"{{"headers":{{"Authorization":"Bearer {}"}}}}"#,
            mint.quiet()
        );
        bad.push(("JSON in the value", inner));
        bad.push((
            "a line feed in the value",
            format!("{}\n{}", mint.quiet(), mint.quiet()),
        ));
        bad.push((
            "an address with a user",
            format!("https://app:{}@api.example.test/", mint.quiet()),
        ));
    }
    if let Some((scheme, rest)) = old.split_once("://") {
        let join = if rest.contains('?') { '&' } else { '?' };
        let (rest, end) = rest
            .split_once('#')
            .map_or((rest, String::new()), |(r, e)| (r, format!("#{e}")));
        let host_end = rest.find('/').unwrap_or(rest.len());
        let bare = rest[..host_end]
            .find('@')
            .map_or(rest, |at| &rest[at + 1..]);
        bad.push((
            "a password in the address",
            format!("{scheme}://app:{}@{bare}{end}", mint.quiet()),
        ));
        bad.push((
            "a user in the address",
            format!("{scheme}://{}@{bare}{end}", mint.secret()),
        ));
        bad.push((
            "a key in the query",
            format!("{scheme}://{rest}{join}apiKey={}{end}", mint.quiet()),
        ));
        bad.push((
            "a value in the query",
            format!("{scheme}://{rest}{join}v={}{end}", mint.secret()),
        ));
        bad.push((
            "a secret as path segment",
            format!("{scheme}://{rest}/{}{end}", mint.secret()),
        ));
        bad.push((
            "a token in the fragment",
            format!("{scheme}://{rest}#token={}", mint.secret()),
        ));
    }
    if ["command", "cmd"].contains(&spot.key()) {
        bad.push((
            "an option in the command line",
            format!("{old} --api-key {}", mint.secret()),
        ));
        bad.push((
            "a variable in the command line",
            format!("API_TOKEN={} {old}", mint.secret()),
        ));
    }
    bad
}

/// Returns the words that may be added to a command line.
fn bad_words(mint: &mut Mint) -> Vec<(&'static str, Vec<String>)> {
    let mut one = |what, words: &[&str]| {
        let words = words.iter().map(|w| {
            let w = w.replace("%Q", &mint.quiet());
            w.replace("%S", &mint.secret()).replace("%T", &mint.short())
        });
        (what, words.collect())
    };
    vec![
        one("an option", &["--api-key", "%Q"]),
        one(
            "a value glued to a short option",
            &["-p%Q", "https://h.example.test/x"],
        ),
        one("a glued value before a secret", &["-k%Q", "%S"]),
        one("a value after a short option", &["-k", "%S"]),
        one("a switch of Windows", &["/p:%Q"]),
        one("a login", &["-u", "mara:%Q"]),
        one("a login with =", &["--user=mara:%Q"]),
        one("a user and a password", &["-u", "mara", "-p", "%Q"]),
        one("a short word for a password", &["--pw", "%Q"]),
        one("a glued variable", &["-eTOK=%Q"]),
        one("a glued header", &["-HX-Api-Key: %Q"]),
        one("a header with =", &["--header=Authorization:%Q"]),
        one("a fragment", &["https://h.example.test/x#tok=%Q"]),
        one(
            "a value as the name of a variable",
            &["--token", "${env:%T}"],
        ),
        one("a value as a variable", &["--token", "$%T"]),
        one("an option with =", &["--access-token=%Q"]),
        one("a password", &["--password", "%Q"]),
        one("an unknown option", &["--frobnicate", "%S"]),
        one("a variable", &["-e", "API_TOKEN=%Q"]),
        one("a variable with =", &["--env=API_TOKEN=%Q"]),
        one("a bare assignment", &["API_TOKEN=%Q"]),
        one("a header", &["--header", "Authorization: Bearer %Q"]),
        one("a header without a space", &["--header", "X-Api-Key:%Q"]),
        one("a short header", &["-H", "Authorization: Basic %S"]),
        one(
            "a connection string",
            &["postgres://app:%Q@db.example.test/shop"],
        ),
        one(
            "an address with a key",
            &["https://api.example.test/v1?apiKey=%Q"],
        ),
        one("JSON", &[r#"{"client_secret":"%Q"}"#]),
        one("a default text", &["--token", "${SOIL_TOKEN:-%Q}"]),
        one("a secret alone", &["%S"]),
        one(
            "a source with a password",
            &["git+https://mara:%Q@git.example.test/soil.git"],
        ),
        one(
            "a source with a user",
            &["--package=git+https://%S@git.example.test/soil.git"],
        ),
        one(
            "another command in a shell line",
            &[
                "docker login -u mara -p %Q && curl -H 'Authorization: Bearer %Q' https://h.example.test && soil",
            ],
        ),
        one(
            "a condition in a shell line",
            &["if true; then soil --token %Q; fi"],
        ),
        one(
            "a shell line",
            &["export API_TOKEN=%Q && exec soil --token %Q"],
        ),
    ]
}

/// Says whether a list of words is a command line.
fn is_command_line(spot: &Spot) -> bool {
    ["args", "command", "cmd"].contains(&spot.key()) && matches!(spot.what, What::Words(_))
}

fn end_of(spans: &[Span]) -> Span {
    let end = spans.last().map_or(0, |s| s.end);
    Span::new(end, end)
}

/// Returns an edit that adds words after the last item of a list, in the list's own syntax.
fn added(text: &str, list: Span, spans: &[Span], words: &[String]) -> (Span, String) {
    let flow = text[list.start..].starts_with('[');
    let between = if flow {
        ", ".to_owned()
    } else {
        let first = spans[0].start;
        let line = text[..first].rfind('\n').map_or(0, |at| at + 1);
        format!("\n{}", &text[line..first])
    };
    let new: String = words
        .iter()
        .flat_map(|w| [between.clone(), quoted(w)])
        .collect();
    (end_of(spans), new)
}

/// Plants one canary at a time, at every position and in every manner.
pub(crate) fn single(spots: &[Spot], text: &str, mint: &mut Mint) -> Vec<Plant> {
    let mut plants = Vec::new();
    for spot in spots {
        let at = spot.path.join(".");
        match &spot.what {
            What::Text(old) => {
                for (what, new) in bad_texts(spot, old, mint) {
                    plants.push(Plant::new(
                        format!("{at}: {what}"),
                        vec![(spot.span, quoted(&new))],
                    ));
                }
            }
            What::Key => {
                let new = quoted(&mint.secret());
                plants.push(Plant::new(
                    format!("{at}: a secret as the key"),
                    vec![(spot.span, new)],
                ));
            }
            What::Words(spans) if is_command_line(spot) => {
                for (what, words) in bad_words(mint) {
                    let edit = added(text, spot.span, spans, &words);
                    plants.push(Plant::new(format!("{at}: {what} at the end"), vec![edit]));
                }
                let before = Span::new(spans[0].start, spans[0].start);
                let secret = mint.secret();
                if text[spot.span.start..].starts_with('[') {
                    let new = format!("{}, {}, ", quoted("--token"), quoted(&secret));
                    plants.push(Plant::new(
                        format!("{at}: an option at the start"),
                        vec![(before, new)],
                    ));
                }
            }
            What::Words(_) => {}
        }
    }
    plants
}

/// Plants canaries at all positions of a kind at once.
pub(crate) fn together(spots: &[Spot], text: &str, mint: &mut Mint) -> Vec<Plant> {
    let mut values = Vec::new();
    let mut names = Vec::new();
    let mut kept: [Vec<(Span, String)>; 4] = Default::default();
    for spot in spots {
        match &spot.what {
            What::Text(old) => {
                values.push((spot.span, quoted(&mint.secret())));
                // The structure stays: what each kind of value can hide, in turn.
                let bad = bad_texts(spot, old, mint);
                if bad.len() > 1 && !["command", "cmd"].contains(&spot.key()) {
                    for (round, edits) in kept.iter_mut().enumerate() {
                        let pick = 1 + (round * 2 + edits.len() % 2) % (bad.len() - 1);
                        edits.push((spot.span, quoted(&bad[pick].1)));
                    }
                }
            }
            What::Key if spot.is_server_name() || spot.is_variable() => {
                names.push((spot.span, quoted(&mint.secret())));
            }
            What::Words(spans) if is_command_line(spot) => {
                let all = bad_words(mint);
                for (round, edits) in kept.iter_mut().enumerate() {
                    let words: Vec<String> = all
                        .iter()
                        .skip(round)
                        .step_by(4)
                        .flat_map(|(_, w)| w.clone())
                        .collect();
                    edits.push(added(text, spot.span, spans, &words));
                }
            }
            _ => {}
        }
    }
    let mut broken = Plant::new("all values, cut off", values.clone());
    broken.cut = true;
    let mut plants = vec![
        Plant::new("all values", values),
        Plant::new("names of servers and variables", names),
        broken,
    ];
    plants.extend(
        kept.into_iter()
            .map(|edits| Plant::new("the structure kept", edits)),
    );
    plants.retain(|p| !p.edits.is_empty());
    plants
}

/// Plants a canary for every word of a text that no parser reads.
pub(crate) fn every_word(text: &str, mint: &mut Mint) -> Plant {
    let mut edits = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                if at - from > 3 {
                    edits.push((Span::new(from, at), mint.secret()));
                }
                start = None;
            }
            _ => {}
        }
    }
    Plant::new("every word", edits)
}
