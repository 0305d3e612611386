//! One run from settings to bytes; the only place, with `source::read` and `output`, that touches the world.

#[cfg(feature = "probe")]
pub(crate) mod asking;
#[cfg(feature = "probe")]
mod consent;
mod observing;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::cli::Cli;
use crate::command;
use crate::diagnostic::{Diagnostic, Severity};
use crate::dialect;
use crate::graph::{self, Architecture, Overlay};
use crate::inventory::{self, Inventory, Redacted, SourceReport, SourceStatus, Values};
use crate::layout::LayoutOptions;
use crate::output::{self, Target};
use crate::render::{self, Options};
use crate::settings::{InputArg, OverlayArg, Settings};
use crate::source::read::{Input, Loaded, load};
use crate::theme::Theme;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// 0: done.
    Done,
    /// 1: the answer to a question asked by a flag is no.
    AnswerNo,
    /// 2: could not do it.
    Failed,
    /// 3: neither a server nor a host fact was read.
    NothingFound,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        ExitCode::from(match status {
            ExitStatus::Done => 0,
            ExitStatus::AnswerNo => 1,
            ExitStatus::Failed => 2,
            ExitStatus::NothingFound => 3,
        })
    }
}

/// Runs the program and prints its messages to standard error.
pub fn main(cli: Cli) -> ExitStatus {
    let verbose = cli.verbose;
    let mut messages = Vec::new();
    let outcome = match cli.command {
        Some(command) => command::run(command, &mut messages),
        None => {
            Settings::from_cli(cli.draw, verbose).and_then(|settings| run(&settings, &mut messages))
        }
    };
    let status = outcome.unwrap_or_else(|error| {
        messages.push(error);
        ExitStatus::Failed
    });
    let mut err = std::io::stderr().lock();
    for message in &messages {
        if message.severity > Severity::Note || verbose > 0 {
            // Nobody listens on standard error: nothing to be done about it.
            let _ = writeln!(err, "{message}");
        }
    }
    status
}

/// What was read from the inputs.
pub struct Read {
    /// Hosts and sources.
    pub inventory: Inventory,
    /// Whether an input could not be read or parsed.
    pub failed: bool,
}

/// Runs once; messages are added in order.
pub fn run(settings: &Settings, messages: &mut Vec<Diagnostic>) -> Result<ExitStatus, Diagnostic> {
    let theme = settings.theme.as_deref().map(Theme::load).transpose()?;
    let overlays = overlays(settings, messages)?;
    let loaded = load(&inputs(settings)?, &dialect::known_file);
    let mut values = settings.observing.values();
    let read = read_with(loaded, settings.client.as_deref(), &mut values);
    messages.extend(read.inventory.diagnostics.iter().cloned());
    let failed = read.failed || overlays.failed;
    if settings.verbose > 1 {
        messages.extend(read.inventory.sources.iter().map(report));
    }
    if !says_anything(&read.inventory) {
        return Ok(nothing(&read.inventory, failed, messages));
    }
    let observed = observing::observe(settings, &read.inventory, values, messages)?;
    let failed = failed || observed.interrupted;
    if observed.interrupted && settings.target == Target::Stdout {
        return Ok(ExitStatus::Failed);
    }
    let (arch, unmatched) =
        graph::build_observed(&read.inventory, &overlays.overlays, &observed.recording);
    messages.extend(unmatched);
    let bytes = draw(&arch, settings, theme.as_ref(), messages)?;
    let answer = deliver(settings, &bytes, messages)?;
    Ok(if failed { ExitStatus::Failed } else { answer })
}

fn inputs(settings: &Settings) -> Result<Vec<Input>, Diagnostic> {
    settings
        .inputs
        .iter()
        .map(|input| match input {
            InputArg::Path(path) => Ok(Input::Path(path.clone())),
            InputArg::Stdin => {
                Input::stdin(settings.stdin_filename.clone(), std::io::stdin().lock())
            }
        })
        .collect()
}

/// Reads files into an inventory.
pub fn read(loaded: Loaded, client: Option<&str>) -> Read {
    read_with(loaded, client, &mut Values::default())
}

fn read_with(loaded: Loaded, client: Option<&str>, values: &mut Values) -> Read {
    let mut readings = Vec::new();
    let mut sources = Vec::new();
    let mut diagnostics = loaded.notes;
    let mut failed = false;
    let mut fail = |path: String, diagnostic: Diagnostic, sources: &mut Vec<SourceReport>| {
        failed = true;
        sources.push(SourceReport {
            path,
            client: None,
            status: SourceStatus::Failed,
            servers: 0,
            also_read_by: Vec::new(),
            notes: Vec::new(),
        });
        diagnostic
    };
    for source in loaded.failed {
        diagnostics.push(fail(source.path, source.diagnostic, &mut sources));
    }
    for mut file in loaded.files {
        // A file name is text of somebody else, too.
        file.path = Redacted::text(&file.path).to_string();
        diagnostics.extend(file.diagnostics.iter().cloned());
        match dialect::parse(&file) {
            Err(error) => diagnostics.push(fail(file.path.clone(), error, &mut sources)),
            Ok(parsed) => {
                diagnostics.extend(parsed.diagnostics.iter().cloned());
                let outcome = dialect::read(&file, &parsed, client, values);
                diagnostics.extend(outcome.diagnostics);
                sources.push(outcome.report);
                readings.extend(outcome.reading);
            }
        }
    }
    let mut inventory = inventory::assemble(readings);
    diagnostics.append(&mut inventory.diagnostics);
    diagnostics.dedup();
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    inventory.diagnostics = diagnostics;
    inventory.sources = sources;
    Read { inventory, failed }
}

/// Says whether a server or a host fact was read.
fn says_anything(inventory: &Inventory) -> bool {
    inventory
        .hosts
        .iter()
        .any(|h| !h.servers.is_empty() || h.facts.has_policy)
}

fn nothing(inventory: &Inventory, failed: bool, messages: &mut Vec<Diagnostic>) -> ExitStatus {
    if failed {
        return ExitStatus::Failed;
    }
    if inventory.sources.is_empty() {
        messages.push(
            Diagnostic::error("no known MCP configuration was found in the input")
                .hint("a directory takes files by their known names; name the file itself to read it by its content"),
        );
    }
    for source in &inventory.sources {
        let what = match source.status {
            SourceStatus::Ignored => "no known MCP configuration was found in this file",
            _ => "no server and no approval, sandbox or policy fact in this file",
        };
        messages.push(Diagnostic::error(what).in_file(&source.path));
    }
    ExitStatus::NothingFound
}

fn report(source: &SourceReport) -> Diagnostic {
    let client = source.client.unwrap_or("no client told");
    Diagnostic::note(format!(
        "{} as {client}: servers: {}",
        source.status.word(),
        source.servers
    ))
    .in_file(&source.path)
}

struct Overlays {
    overlays: Vec<Overlay>,
    failed: bool,
}

/// Reads the overlay files: the one named must be good; one that merely lies there does not stop the run.
fn overlays(settings: &Settings, messages: &mut Vec<Diagnostic>) -> Result<Overlays, Diagnostic> {
    let mut found = Overlays {
        overlays: Vec::new(),
        failed: false,
    };
    match &settings.overlay {
        OverlayArg::Off => {}
        OverlayArg::File(path) => found.overlays.push(overlay(path)?),
        OverlayArg::Beside => {
            let mut paths: Vec<PathBuf> = settings.inputs.iter().filter_map(beside).collect();
            paths.dedup();
            for path in paths {
                match overlay(&path) {
                    Ok(overlay) => found.overlays.push(overlay),
                    Err(error) => {
                        messages.push(error);
                        found.failed = true;
                    }
                }
            }
        }
    }
    Ok(found)
}

fn beside(input: &InputArg) -> Option<PathBuf> {
    let InputArg::Path(path) = input else {
        return None;
    };
    let folder = if path.is_dir() {
        path.as_path()
    } else {
        path.parent().unwrap_or(Path::new(""))
    };
    let overlay = folder.join("mcpdiag.toml");
    overlay.is_file().then_some(overlay)
}

fn overlay(path: &Path) -> Result<Overlay, Diagnostic> {
    let mut loaded = load(&[Input::Path(path.to_owned())], &dialect::known_file);
    if let Some(failed) = loaded.failed.pop() {
        return Err(failed.diagnostic);
    }
    match loaded.files.pop() {
        Some(file) => Overlay::read(file),
        None => Err(Diagnostic::error("the overlay is not a file")),
    }
}

fn draw(
    arch: &Architecture,
    settings: &Settings,
    theme: Option<&Theme>,
    messages: &mut Vec<Diagnostic>,
) -> Result<Vec<u8>, Diagnostic> {
    let fonts = settings
        .fonts
        .iter()
        .map(|path| {
            std::fs::read(path).map_err(|e| {
                Diagnostic::error(format!("cannot read the font file: {}", output::reason(&e)))
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    let light = Theme::load("light")?;
    let dark = Theme::load("dark")?;
    let options = Options {
        theme: theme.unwrap_or(&light),
        dark: theme.is_none().then_some(&dark),
        layout: LayoutOptions::default(),
        embed_font: settings.embed_font,
        scale: settings.scale.unwrap_or(1.0),
        width: settings.width,
        fonts: &fonts,
    };
    let rendered = render::render(arch, settings.format, &options)?;
    messages.extend(rendered.notes);
    Ok(rendered.bytes)
}

/// Writes or compares; the answer is `no` only for a comparison.
fn deliver(
    settings: &Settings,
    bytes: &[u8],
    messages: &mut Vec<Diagnostic>,
) -> Result<ExitStatus, Diagnostic> {
    if let (true, Target::File(path)) = (settings.check, &settings.target) {
        return Ok(match output::difference(path, bytes)? {
            None => ExitStatus::Done,
            Some(what) => {
                let name = path
                    .file_name()
                    .map(|n| n.to_string_lossy().into_owned())
                    .unwrap_or_default();
                messages.push(
                    Diagnostic::error(format!("not what would be written: {what}"))
                        .in_file(name)
                        .hint("run the same command without --check to write it"),
                );
                ExitStatus::AnswerNo
            }
        });
    }
    settings.target.write(bytes, settings.format.is_binary())?;
    Ok(ExitStatus::Done)
}
