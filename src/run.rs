//! One run from settings to bytes; the only place, with `source::read` and `output`, that touches the world.

#[cfg(feature = "probe")]
pub(crate) mod asking;
#[cfg(feature = "probe")]
mod consent;
mod observing;
pub(crate) mod outputs;
mod telling;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::cli::Cli;
use crate::command;
use crate::diagnostic::Diagnostic;
use crate::dialect;
use crate::discover::{self, listing};
use crate::drawing;
use crate::graph::select::select;
use crate::graph::{self, Overlay};
use crate::inventory::{self, Inventory, Redacted, SourceReport, SourceStatus, Values};
use crate::layout::Detail;
use crate::output::{self, Target};
use crate::settings::{InputArg, Job, OverlayArg, Settings};
use crate::source::read::{Input, Loaded, load};
use crate::syntax::explain;
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
    let mut err = std::io::BufWriter::new(std::io::stderr().lock());
    telling::tell(&messages, verbose > 0, &mut err);
    let _ = err.flush();
    status
}

/// Name of the overlay that is read where it lies beside an input.
const OVERLAY: &str = "mcpdiag.toml";

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
    let searched = settings.search.as_ref().map(discover::discover);
    let found = searched.transpose()?.unwrap_or_default();
    let mut inputs = inputs(settings)?;
    inputs.extend(found.inputs);
    let mut loaded = load(&inputs, &dialect::known_file);
    loaded.failed.extend(found.failed);
    loaded.notes.extend(found.notes);
    outputs::check(settings, &loaded.real)?;
    messages.extend(outputs::odd_name(settings));
    let mut values = settings.observing.values();
    for folder in projects(settings, found.project.is_some()) {
        values.stand_in(&crate::source::repository(&folder).to_string_lossy());
    }
    let mut read = read_with(loaded, settings.client.as_deref(), &mut values);
    read.inventory.coverage = found.coverage;
    messages.extend(read.inventory.diagnostics.iter().cloned());
    if settings.job == Job::List {
        let list = listing::write(
            &read.inventory,
            &found.absent,
            settings.format,
            settings.verbose > 0,
        );
        output::write_all(&[(settings.target.clone(), list)], false)?;
        let failed = read.failed.then_some(ExitStatus::Failed);
        return Ok(failed.unwrap_or(ExitStatus::Done));
    }
    if settings.verbose > 0 {
        messages.extend(read.inventory.sources.iter().map(report));
        messages.extend(read.inventory.coverage.iter().map(Diagnostic::note));
    }
    let overlays = overlays(settings, found.project.as_deref(), messages)?;
    let failed = read.failed || overlays.failed;
    if !says_anything(&read.inventory) {
        return Ok(nothing(&read.inventory, failed, messages));
    }
    let observed = observing::observe(
        settings,
        &read.inventory,
        &overlays.overlays,
        values,
        messages,
    )?;
    let failed = failed || observed.interrupted;
    if observed.interrupted && settings.target == Target::Stdout {
        return Ok(ExitStatus::Failed);
    }
    #[cfg(feature = "probe")]
    if let (Job::Record, Some(path)) = (settings.job, settings.observing.record()) {
        let summary = asking::summary(&observed.recording, path);
        output::write_stdout(summary.as_bytes())?;
        let failed = failed.then_some(ExitStatus::Failed);
        return Ok(failed.unwrap_or(ExitStatus::Done));
    }
    let (arch, unmatched) =
        graph::build_observed(&read.inventory, &overlays.overlays, &observed.recording);
    messages.extend(unmatched);
    // its memory is used again for the picture
    drop(read);
    let mut arch = select(arch, &settings.selection)?;
    if settings.layout.detail == Detail::Full || settings.selection.focus.is_some() {
        arch = arch.with_sign_in();
    }
    let answer = drawing::draw(arch, settings, theme.as_ref(), messages)?;
    Ok(if failed { ExitStatus::Failed } else { answer })
}

/// The folders whose projects are drawn: where the user stands, and those that the user names.
fn projects(settings: &Settings, searched: bool) -> Vec<PathBuf> {
    let here = std::env::current_dir().ok().filter(|_| searched);
    let named = settings.inputs.iter().filter_map(|input| match input {
        InputArg::Path(path) => Some(path).filter(|path| path.is_dir()),
        InputArg::Link(_) | InputArg::Stdin => None,
    });
    let folders = here.iter().chain(named);
    folders
        .filter_map(|path| path.canonicalize().ok())
        .collect()
}

fn inputs(settings: &Settings) -> Result<Vec<Input>, Diagnostic> {
    let mut inputs = Vec::new();
    for input in &settings.inputs {
        match input {
            InputArg::Path(path) => inputs.push(Input::Path(path.clone())),
            InputArg::Link(link) => inputs.push(text(link.clone())),
            InputArg::Stdin => inputs.extend(stdin(settings)?),
        }
    }
    Ok(inputs)
}

/// Reads standard input: a file, or install links, one in a line.
fn stdin(settings: &Settings) -> Result<Vec<Input>, Diagnostic> {
    let input = Input::stdin(settings.stdin_filename.clone(), std::io::stdin().lock())?;
    if let Input::Stdin { name: None, bytes } = &input
        && let Some(links) = std::str::from_utf8(bytes).ok().and_then(dialect::links)
    {
        return Ok(links?.into_iter().map(text).collect());
    }
    Ok(vec![input])
}

fn text(link: dialect::Link) -> Input {
    Input::Text {
        shown: link.shown,
        segments: link.segments,
        text: link.text,
    }
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
    for source in loaded.failed {
        failed = true;
        let reason = Some(source.diagnostic.message.clone());
        diagnostics.push(source.diagnostic);
        sources.push(SourceReport {
            path: source.path,
            client: None,
            scope: None,
            status: SourceStatus::Failed,
            servers: 0,
            also_read_by: Vec::new(),
            notes: Vec::new(),
            reason,
        });
    }
    for mut file in loaded.files {
        // A file name is text of somebody else, too.
        file.path = Redacted::text(&file.path).to_string();
        diagnostics.extend(file.diagnostics.iter().cloned());
        match dialect::parse_as(&file, client) {
            Err(error) => {
                failed = true;
                sources.push(dialect::broken(&file, client, &error));
                diagnostics.push(explain(error, &file, None));
            }
            Ok(parsed) => {
                let outcome = dialect::read(&file, &parsed, client, values);
                let messages = parsed.diagnostics.iter().cloned();
                let messages = messages.chain(outcome.diagnostics);
                let syntax = Some(parsed.syntax);
                diagnostics.extend(messages.map(|message| explain(message, &file, syntax)));
                sources.push(outcome.report);
                readings.extend(outcome.reading);
            }
        }
    }
    dialect::judge(&mut readings, values);
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
    if inventory.sources.is_empty() && !inventory.coverage.is_empty() {
        messages.push(
            Diagnostic::error("no known MCP configuration was found in the places of the clients")
                .hint("--list-sources shows where was looked; --user and --all-scopes look in more places"),
        );
    } else if inventory.sources.is_empty() {
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
        let error = Diagnostic::error(what).in_file(&source.path);
        messages.push(match &source.reason {
            Some(reason) => error.hint(reason),
            None => error,
        });
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
fn overlays(
    settings: &Settings,
    project: Option<&Path>,
    messages: &mut Vec<Diagnostic>,
) -> Result<Overlays, Diagnostic> {
    let mut found = Overlays {
        overlays: Vec::new(),
        failed: false,
    };
    match &settings.overlay {
        OverlayArg::Off => {}
        OverlayArg::File(path) => found.overlays.push(overlay(path)?),
        OverlayArg::Beside => {
            let inputs = settings.inputs.iter().filter_map(|input| match input {
                InputArg::Path(path) => Some(path.as_path()),
                InputArg::Link(_) | InputArg::Stdin => None,
            });
            let mut paths: Vec<PathBuf> = inputs.chain(project).filter_map(beside).collect();
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

fn beside(path: &Path) -> Option<PathBuf> {
    let folder = if path.is_dir() {
        path
    } else {
        path.parent().unwrap_or(Path::new(""))
    };
    let overlay = folder.join(OVERLAY);
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
