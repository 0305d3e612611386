//! A link in, one line per server out.

use super::super::testing::describe;
use super::*;
use crate::inventory::Values;
use crate::source::SourceFile;

fn read(text: &str) -> Vec<String> {
    let link = link(text).expect("a link").expect("that can be read");
    let mut file = SourceFile::from_text(link.shown, link.text);
    file.segments = link.segments;
    let parsed = super::super::parse(&file).expect("JSON");
    let outcome = super::super::read(&file, &parsed, None, &mut Values::default());
    let reading = outcome.reading.expect("a reading");
    let head = format!(
        "{} {} {}",
        reading.client,
        reading.scope.word(),
        reading.path
    );
    [vec![head], describe(&reading)].concat()
}

#[test]
fn vs_code_takes_json_or_a_name_and_a_configuration() {
    let json = "%7B%22name%22%3A%22notes%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22notes-server%22%5D%7D";
    let notes = [
        "vscode user install link (VS Code)",
        "notes | stdio | npm:notes-server | unknown: kept in the app",
    ];
    for scheme in [
        "vscode:mcp/install?",
        "vscode-insiders:mcp/install?",
        "VSCode:mcp/install?",
    ] {
        assert_eq!(read(&format!("{scheme}{json}")), notes, "{scheme}");
    }
    let config = "%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22notes-server%22%5D%2C%22env%22%3A%7B%22NOTES_TOKEN%22%3A%22%24%7Binput%3At%7D%22%7D%7D";
    let inputs =
        "%5B%7B%22id%22%3A%22t%22%2C%22type%22%3A%22promptString%22%2C%22password%22%3Atrue%7D%5D";
    let link = format!(
        "https://insiders.vscode.dev/redirect/mcp/install?name=notes&inputs={inputs}&config={config}&quality=insiders"
    );
    assert_eq!(
        read(&link)[1],
        "notes | stdio | npm:notes-server | unknown: kept in the app | NOTES_TOKEN prompt"
    );
}

#[test]
fn base64_is_read_in_every_spelling() {
    // {"url":"https://mcp.notes.example/mcp"} and a text whose Base64 has + and / in it.
    let plain = "eyJ1cmwiOiJodHRwczovL21jcC5ub3Rlcy5leGFtcGxlL21jcCJ9";
    for (link, client) in [
        (
            format!("cursor://anysphere.cursor-deeplink/mcp/install?name=notes&config={plain}"),
            "cursor user install link (Cursor)",
        ),
        (
            format!("https://cursor.com/en/install-mcp?name=notes&config={plain}%3D%3D"),
            "cursor user install link (Cursor)",
        ),
        (
            format!("lmstudio://add_mcp?config={plain}&name=notes"),
            "lm-studio user install link (LM Studio)",
        ),
        (
            format!("trae-cn://trae.ai-ide/mcp-import?type=http&name=notes&config={plain}"),
            "trae user install link (Trae)",
        ),
    ] {
        let lines = read(&link);
        assert_eq!(lines[0], client);
        assert!(
            lines[1].starts_with("notes | ") && lines[1].contains("mcp.notes.example"),
            "{lines:?}"
        );
    }
    let umlauts = json!({"command": "notes-server", "args": ["ÿþ~~~???", "ÿ"]}).to_string();
    let base64 = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, umlauts);
    assert!(base64.contains('+') || base64.contains('/'), "{base64}");
    for spelled in [
        base64.clone(),
        base64.replace('+', " "),
        base64.replace('+', "-").replace('/', "_"),
    ] {
        assert_eq!(
            decode::config(&spelled).expect("JSON")["command"],
            "notes-server"
        );
    }
}

#[test]
fn other_forms_name_their_client() {
    let server = "%7B%22name%22%3A%22notes%22%2C%22type%22%3A%22http%22%2C%22url%22%3A%22https%3A%2F%2Fmcp.notes.example%2F%22%7D";
    for (link, head) in [
        (
            format!("vsweb+mcp:/install?{server}"),
            "visual-studio user install link (Visual Studio)",
        ),
        (
            format!("raycast://mcp/install?{server}"),
            "generic unknown install link (Raycast)",
        ),
        (
            format!("https://kiro.dev/launch/mcp/add?name=notes&config={server}"),
            "kiro user install link (Kiro)",
        ),
    ] {
        let lines = read(&link);
        assert_eq!(lines[0], head);
        assert!(
            lines[1].starts_with("notes | streamable-http | https://mcp.notes.example/"),
            "{lines:?}"
        );
    }
    let goose = "goose://extension?cmd=npx&arg=-y&arg=%40notes%2Fserver&id=notes&name=My%20notes&env=NOTES_TOKEN%3Dabc&timeout=300";
    assert_eq!(
        read(goose),
        [
            "goose user install link (Goose)",
            "My notes | stdio | npm:@notes/server | allows? (product default) | NOTES_TOKEN literal",
        ]
    );
    let remote = "goose://extension?url=https%3A%2F%2Fmcp.notes.example%2Fmcp&type=streamable_http&id=notes&name=notes";
    assert!(read(remote)[1].contains("mcp.notes.example"));
    let servers = "eyJtY3BTZXJ2ZXJzIjp7Im5vdGVzIjp7ImNvbW1hbmQiOiJub3Rlcy1zZXJ2ZXIifX19";
    let cherry = read(&format!("cherrystudio://mcp/install?servers={servers}"));
    assert!(cherry[1].starts_with("notes | stdio"), "{cherry:?}");
}

#[test]
fn several_servers_by_name_are_read_too() {
    let map =
        "%7B%22a%22%3A%7B%22command%22%3A%22x%22%7D%2C%22b%22%3A%7B%22command%22%3A%22y%22%7D%7D";
    let lines = read(&format!(
        "cursor://anysphere.cursor-deeplink/mcp/install?name=both&config={map}"
    ));
    assert_eq!(lines.len(), 3, "{lines:?}");
}

#[test]
fn what_is_wrong_is_said_without_the_text() {
    for (text, words) in [
        (
            "vscode:mcp/install?%7B%22a%22%3A%20hunter2hunter2",
            "expected JSON",
        ),
        (
            "cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=hunter2hunter2!!",
            "expected JSON or Base64",
        ),
        (
            "cursor://anysphere.cursor-deeplink/mcp/install?name=hunter2hunter2",
            "expected JSON",
        ),
        (
            "goose://extension?id=hunter2hunter2",
            "expected `cmd` or `url`",
        ),
        ("vscode:mcp/by-name/hunter2hunter2", "entry of a registry"),
    ] {
        let error = link(text).expect("a link").expect_err("broken").to_string();
        assert!(error.contains(words), "{error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
    let nested = format!("vscode:mcp/install?{}", "[".repeat(100_000));
    assert!(link(&nested).expect("a link").is_err());
}

#[test]
fn other_addresses_and_paths_are_no_links() {
    for text in [
        "mcp.json",
        "https://example.com/mcp",
        "vscode/mcp.json",
        "C:\\x",
        "",
    ] {
        assert!(link(text).is_none(), "{text}");
    }
    assert!(links("vscode:mcp/install?%7B%7D\n{").is_none());
    assert_eq!(
        links("\nvscode:mcp/install?%7B%22command%22%3A%22x%22%7D\n\n")
            .expect("links")
            .expect("good")
            .len(),
        1
    );
}
