//! Install links and the list of sources show no canary either.

use std::sync::atomic::{AtomicUsize, Ordering};

use mcpdiag::source::Input;

use crate::mint::Mint;
use crate::{leaks, model_of, no_leak, over_samples, plants, run};

#[test]
fn no_list_of_sources_shows_a_canary() {
    let wrong = over_samples(|sample, mint| {
        let mut wrong = Vec::new();
        for plant in plants(sample, mint).1 {
            let text = plant.apply(&sample.text);
            for format in ["text", "json"] {
                let (code, stdout, stderr) =
                    run(&sample.path, &text, &["--list-sources", "-f", format]);
                if ![0, 2].contains(&code) || (code == 0 && stdout.is_empty()) {
                    wrong.push(format!("{}: {}: exit code {code}", sample.path, plant.what));
                }
                for leak in leaks(&(stdout + &stderr)) {
                    wrong.push(format!("{}: {}: {format}: {leak}", sample.path, plant.what));
                }
            }
        }
        wrong
    });
    no_leak(&wrong);
}

/// Every JSON sample as the contents of install links, as text with percent signs and as Base64.
#[test]
fn no_install_link_shows_a_canary() {
    use base64::Engine;
    use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
    let read = AtomicUsize::new(0);
    let wrong = over_samples(|sample, mint| {
        let mut wrong = Vec::new();
        if serde_json::from_str::<serde_json::Value>(&sample.text).is_err() {
            return wrong;
        }
        let (single, together) = plants(sample, mint);
        for plant in single.iter().chain(&together) {
            let text = plant.apply(&sample.text);
            let base64 = base64::engine::general_purpose::STANDARD.encode(&text);
            let percent = utf8_percent_encode(&text, NON_ALPHANUMERIC).to_string();
            for address in [
                format!("vscode:mcp/install?{percent}"),
                format!(
                    "cursor://anysphere.cursor-deeplink/mcp/install?name=notes&config={base64}"
                ),
            ] {
                let all = match mcpdiag::dialect::link(&address).unwrap() {
                    Err(error) => error.to_string(),
                    Ok(link) => {
                        let shown = format!("{link:?}");
                        let input = Input::Text {
                            shown: link.shown,
                            segments: link.segments,
                            text: link.text,
                        };
                        let (all, host) = model_of(&input);
                        read.fetch_add(usize::from(host), Ordering::Relaxed);
                        shown + &all
                    }
                };
                for leak in leaks(&all) {
                    wrong.push(format!("{}: {}: {leak}", sample.path, plant.what));
                }
            }
        }
        wrong
    });
    let read = read.into_inner();
    assert!(read > 2000, "only {read} links were understood");
    no_leak(&wrong);
}

/// The links of Goose hold the parts of a server as keys.
#[test]
fn no_link_of_goose_shows_a_canary() {
    let mut mint = Mint::default();
    for address in [
        format!(
            "goose://extension?id=notes&cmd=npx&arg=notes&env=SOIL_TOKEN%3D{}",
            mint.quiet()
        ),
        format!(
            "goose://extension?id=notes&cmd=npx&arg=notes&arg=--token&arg={}",
            mint.quiet()
        ),
        format!(
            "goose://extension?id=notes&url=https%3A%2F%2Fa:{}@h.example.test%2F&header=X-Key%3D{}",
            mint.quiet(),
            mint.quiet()
        ),
        format!("goose://extension?id=notes&cm={}", mint.quiet()),
    ] {
        let all = match mcpdiag::dialect::link(&address).unwrap() {
            Err(error) => error.to_string(),
            Ok(link) => {
                let (shown, segments, text) = (link.shown, link.segments, link.text);
                model_of(&Input::Text {
                    shown,
                    segments,
                    text,
                })
                .0
            }
        };
        assert_eq!(leaks(&all), Vec::<String>::new());
    }
}
