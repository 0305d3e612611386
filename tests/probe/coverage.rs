//! An index: which test shows which rule of safety, and which one plays which hostile behaviour.
//!
//! A name here that no test bears any more is a failure, so that the index stays true.

use std::path::Path;

/// A demand, and pieces of the tests that show it: names of functions, or of cases in a table.
type Shown = (&'static str, &'static [&'static str]);

/// The rules for a probe: what it may ask, send, start, follow and show.
const RULES: &[Shown] = &[
    (
        "1. off by default; consent that shows the whole command; no shell, own group, an environment that is stated",
        &[
            "fn without_the_flag_nothing_is_sent",
            "fn only_what_is_drawn_is_asked",
            "fn without_a_terminal_or_yes_nothing_starts",
            "fn the_command_is_shown_and_credentials_stay_back",
            "fn a_person_agrees_on_a_terminal_or_nothing_starts",
            "fn a_person_sees_the_whole_command_and_names_of_variables",
            "fn the_environment_is_the_entry_s_and_a_base",
            "fn silence_ends_in_time_and_leaves_no_process",
            "fn what_makes_a_session_of_its_own_is_ended_too",
        ],
    ),
    (
        "2. no credential unless named, and to its own server only",
        &[
            "fn without_leave_no_credential_leaves_the_machine_or_is_shown",
            "fn with_leave_credentials_go_to_their_server_alone_and_are_shown_nowhere",
            "fn a_secret_in_the_path_needs_leave",
            "fn a_command_line_that_holds_a_credential_needs_leave",
            "fn an_advertised_address_that_repeats_the_credential_is_not_asked",
            "fn a_credential_goes_to_its_own_server_only",
        ],
    ),
    (
        "3. configured addresses may be near, advertised ones are https and public",
        &[
            "fn from_a_public_server_only_public_https_is_followed",
            "fn from_this_machine_this_machine_is_followed",
            "fn a_private_server_keeps_its_own_origin_and_no_other",
            "fn addresses_that_lead_inside_are_not_followed",
        ],
    ),
    (
        "4. all resolved addresses are checked, and those are connected to",
        &[
            "fn names_that_lead_inside_are_not_followed",
            "One bad address spoils them all",
        ],
    ),
    (
        "5. redirects are reported, not followed",
        &[
            "fn a_redirect_is_never_followed",
            "\"redirect\", &[\"metadata URL redirects",
        ],
    ),
    ("6. no proxy is used", &["fn no_proxy_is_used"]),
    (
        "7. limits of time, bytes, pages and counts",
        &[
            "fn answers_without_end_are_cut",
            "fn one_server_has_one_time_limit",
            "fn what_is_too_large_or_too_slow_is_told",
            "fn pages_bytes_and_entries_have_limits",
            "fn more_issuers_than_the_limit_are_counted",
            "fn the_document_names_the_limits",
        ],
    ),
    (
        "8. only questions: no call of a tool, no endpoint of the sign-in",
        &[
            "fn the_session_of_a_probe_is_deleted_and_nothing_but_questions_is_sent",
            "fn every_request_stands_in_the_document",
            "for never in [\"/authorize\", \"/token\", \"/register\", \"/jwks\"]",
        ],
    ),
    (
        "9. a server's text steers nothing",
        &[
            "fn text_steers_nothing",
            "fn broken_text_is_mended",
            "fn banners_and_errors_beside_the_messages",
        ],
    ),
    (
        "10. it is said how each fact is known",
        &[
            "\"seen without credentials\"",
            "fn an_answer_to_credentials_is_that_of_their_entry_alone",
            "fn what_nobody_published_is_assumed",
            "fn what_is_seen_stands_above_what_the_catalogue_knows",
        ],
    ),
];

/// Bad manners that a server of this test plays.
const HOSTILE: &[Shown] = &[
    (
        "endless stream",
        &[
            "\"endless JSON\"",
            "\"endless events\"",
            "\"one event without end\"",
            "\"comments for ever\"",
        ],
    ),
    ("slow drip", &["\"slow drip\""]),
    ("gigabyte body", &["\"a gigabyte, announced\""]),
    ("gzip bomb", &["\"a bomb that was not asked for\""]),
    ("redirect to a private address", &["http://10.0.0.7/mcp"]),
    (
        "DNS name that resolves to loopback",
        &["https://rebind.example.net"],
    ),
    (
        "10,000 tools",
        &["fn ten_thousand_tools_are_counted_and_ten_kept"],
    ),
    ("cursor loop", &["fn a_cursor_in_a_circle_is_left"]),
    ("invalid UTF-8", &["b\"caf\\xe9\""]),
    ("lone surrogates", &["br\"half \\ud83d\""]),
    ("NUL bytes", &["br\"nul \\u0000\""]),
    (
        "header injection",
        &["fn a_version_cannot_smuggle_a_header"],
    ),
    ("terminal escapes in names", &["red\\u{1b}[31m"]),
    ("id mismatch", &["! answer with a foreign id"]),
    ("batch answers", &["! batch answer"]),
];

/// Reads the tests of these folders, but not this index.
fn tests() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open = [
        "tests/probe",
        "tests/observe",
        "src/probe",
        "src/run",
        "src/graph/build/tests/observed",
    ]
    .map(|folder| root.join(folder))
    .to_vec();
    let mut text = String::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs")
                && !path.ends_with("probe/coverage.rs")
            {
                text += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    text
}

#[test]
fn every_rule_and_every_behaviour_has_its_test() {
    let tests = tests();
    for (what, shown) in RULES.iter().chain(HOSTILE) {
        for piece in *shown {
            assert!(tests.contains(piece), "{what}: no test has `{piece}`");
        }
    }
}
