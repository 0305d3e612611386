#![no_main]
//! A text read as the file of every client in turn, drawn and written: no panic, and no value of a token shows.

use mcpdiag::render::{Format, Options, render};
use mcpdiag::source::{Input, load};
use mcpdiag::theme::Theme;
use mcpdiag::{dialect, graph, run};

/// Stands for `@` in the input: what no output may hold.
const TOKEN: &str = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";

libfuzzer_sys::fuzz_target!(|input: (u8, String)| {
    let (which, text) = input;
    let clients: Vec<&str> = dialect::clients().map(|(id, _)| id).collect();
    let client = clients[usize::from(which) % clients.len()];
    let bytes = text.replace('@', TOKEN).into_bytes();
    let name = Some("input".to_owned());
    let loaded = load(&[Input::Stdin { name, bytes }], &dialect::known_file);
    let read = run::read(loaded, Some(client));
    let (arch, _) = graph::build(&read.inventory, &[]);
    let theme = Theme::load("light").expect("a built-in theme");
    for format in [Format::Json, Format::Svg] {
        let drawn = render(&arch, format, &Options::new(&theme)).expect("a picture");
        let drawn = String::from_utf8_lossy(&drawn.bytes).into_owned();
        assert!(!drawn.contains(TOKEN), "a token in {}", format.name());
    }
    for message in &read.inventory.diagnostics {
        assert!(!message.to_string().contains(TOKEN), "a token in a message");
    }
});
