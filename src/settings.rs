//! From the command line as typed to settings that hold together.

mod observing;
mod useless;

use std::path::{Path, PathBuf};

use crate::cli::Draw;
use crate::diagnostic::Diagnostic;
use crate::dialect::{self, Link};
use crate::discover::{Search, listing};
use crate::graph::select::split::By;
use crate::graph::select::{Pattern, Selection};
use crate::layout::{Detail, LayoutOptions};
use crate::output::{Target, shown};
use crate::render::Format;
use crate::spelling::nearest;

pub use observing::Observing;
#[cfg(feature = "probe")]
pub use observing::{Asking, Probing};

/// Where an input comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputArg {
    /// A file or directory.
    Path(PathBuf),
    /// An install link.
    Link(Link),
    /// Standard input.
    Stdin,
}

/// Where an overlay comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OverlayArg {
    /// `mcpdiag.toml` beside each input, where there is one.
    Beside,
    /// This file.
    File(PathBuf),
    /// None.
    Off,
}

/// What a run is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// Drawing; observations may be recorded, too.
    Draw,
    /// Listing the files.
    List,
    /// Recording observations, and no picture.
    Record,
}

impl Job {
    fn of(cli: &Draw) -> Self {
        #[cfg(feature = "probe")]
        let records = cli.observing.record.is_some();
        #[cfg(not(feature = "probe"))]
        let records = false;
        if cli.search.list_sources {
            Self::List
        } else if records && cli.output.is_none() && cli.format.is_none() {
            Self::Record
        } else {
            Self::Draw
        }
    }
}

/// The settings of one run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Inputs, in the order given.
    pub inputs: Vec<InputArg>,
    /// The search for files, where one is asked for.
    pub search: Option<Search>,
    /// What is to be done.
    pub job: Job,
    /// Name of standard input.
    pub stdin_filename: Option<String>,
    /// Output.
    pub target: Target,
    /// Format.
    pub format: Format,
    /// Forced client id.
    pub client: Option<String>,
    /// Theme name or file; `None` = light with a dark block.
    pub theme: Option<String>,
    /// Overlay.
    pub overlay: OverlayArg,
    /// How much is drawn, and in which shape.
    pub layout: LayoutOptions,
    /// Which part is drawn.
    pub selection: Selection,
    /// What gets a file of its own.
    pub split: Option<By>,
    /// Compare only.
    pub check: bool,
    /// How much to say (0, 1, 2 or more).
    pub verbose: u8,
    /// Whether an SVG carries its font.
    pub embed_font: bool,
    /// PNG: pixels per picture unit.
    pub scale: Option<f64>,
    /// SVG, PNG: width in pixels.
    pub width: Option<u32>,
    /// PNG font files.
    pub fonts: Vec<PathBuf>,
    /// What is learned of live servers.
    pub observing: Observing,
}

impl Settings {
    /// Checks the command line.
    pub fn from_cli(cli: Draw, verbose: u8) -> Result<Self, Diagnostic> {
        #[cfg(feature = "probe")]
        observing::value_apart(&cli)?;
        let inputs = cli
            .inputs
            .iter()
            .cloned()
            .map(input)
            .collect::<Result<Vec<_>, _>>()?;
        let job = Job::of(&cli);
        let stdin = inputs.iter().filter(|i| **i == InputArg::Stdin).count();
        if stdin > 1 {
            return Err(
                Diagnostic::error("`-` is given twice").hint("standard input can be read once")
            );
        }
        if stdin == 0 && cli.stdin_filename.is_some() {
            return Err(Diagnostic::error(
                "--stdin-filename is given, but no input is `-`",
            ));
        }
        let target = Target::new(cli.output.clone());
        if cli.check && target == Target::Stdout {
            return Err(
                Diagnostic::error("--check needs an output file to compare with")
                    .hint("add `-o FILE`"),
            );
        }
        let format = if job == Job::List {
            listing::format(cli.format.as_deref(), &target)?
        } else {
            format(cli.format.as_deref(), &target)?
        };
        useless::check(&cli, job, format)?;
        let search = (inputs.is_empty() || cli.search.is_asked_for()).then_some(cli.search);
        if let Some(id) = &cli.client
            && !dialect::clients().any(|(known, _)| known == id)
        {
            let ids = || dialect::clients().map(|(id, _)| id);
            let hint = match nearest(id, ids()) {
                Some(near) => format!("did you mean {near}? `mcpdiag clients` lists all"),
                None => format!("known clients: {}", ids().collect::<Vec<_>>().join(", ")),
            };
            return Err(Diagnostic::error("unknown client for --client").hint(hint));
        }
        #[cfg(feature = "png")]
        let (scale, fonts) = (cli.scale, cli.font);
        #[cfg(not(feature = "png"))]
        let (scale, fonts) = (None, Vec::new());
        if scale.is_some_and(|s| !(s > 0.0 && s <= 16.0)) {
            return Err(Diagnostic::error(
                "--scale must be more than 0 and at most 16",
            ));
        }
        let width = cli.width.map(pixels).transpose()?;
        let layout = LayoutOptions {
            detail: detail(cli.detail.as_deref())?,
            ..shape(cli.aspect.as_deref(), width, scale)?
        };
        Ok(Self {
            inputs,
            search,
            job,
            stdin_filename: cli.stdin_filename,
            split: split(cli.split.as_deref(), &target)?,
            target,
            format,
            client: cli.client,
            theme: cli.theme,
            overlay: match (cli.overlay, cli.no_overlay) {
                (Some(path), _) => OverlayArg::File(path),
                (None, true) => OverlayArg::Off,
                (None, false) => OverlayArg::Beside,
            },
            layout,
            selection: selection(cli.focus.as_deref(), &cli.only, &cli.exclude)?,
            check: cli.check,
            verbose,
            embed_font: cli.embed_font,
            scale,
            width,
            fonts,
            observing: Observing::from_cli(cli.observing)?,
        })
    }
}

/// Reads a width: below the least no letter could be told from another.
fn pixels(width: i64) -> Result<u32, Diagnostic> {
    let wide = u32::try_from(width).ok().filter(|w| WIDTHS.contains(w));
    wide.ok_or_else(|| {
        let (least, most) = (WIDTHS.start(), WIDTHS.end());
        Diagnostic::error(format!("--width must be between {least} and {most} pixels"))
            .hint("leave it out for the width at which text has its own size")
    })
}

/// Widths of a picture in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 100..=32_768;

/// Reads the shape in which a picture is arranged.
fn shape(
    ratio: Option<&str>,
    width: Option<u32>,
    scale: Option<f64>,
) -> Result<LayoutOptions, Diagnostic> {
    let mut layout = LayoutOptions::default();
    if let Some(text) = ratio {
        layout.aspect = aspect(text).ok_or_else(|| {
            Diagnostic::error("--aspect must be between 1:2 and 2:1")
                .hint("write width by height, such as 1.5 or 16:9")
        })?;
    }
    if let Some(width) = width {
        layout.width = Some(f64::from(width) / scale.unwrap_or(1.0));
    }
    Ok(layout)
}

/// Reads `1.5`, `16:9` or `16/9`.
fn aspect(text: &str) -> Option<f64> {
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|n| n.is_finite() && *n > 0.0)
    };
    let ratio = match text.split_once([':', '/']) {
        Some((width, height)) => number(width)? / number(height)?,
        None => number(text)?,
    };
    (0.5..=2.0).contains(&ratio).then_some(ratio)
}

/// Reads how much is drawn.
fn detail(word: Option<&str>) -> Result<Detail, Diagnostic> {
    let Some(word) = word else {
        return Ok(Detail::default());
    };
    Detail::ALL
        .into_iter()
        .find(|d| d.name() == word)
        .ok_or_else(|| {
            let known: Vec<&str> = Detail::ALL.iter().map(|d| d.name()).collect();
            let meant = match nearest(word, known.iter().copied()) {
                Some(near) => format!("did you mean {near}? "),
                None => String::new(),
            };
            Diagnostic::error("unknown level for --detail")
                .hint(format!("{meant}levels: {}", known.join(", ")))
        })
}

/// Reads what gets a file of its own.
fn split(word: Option<&str>, target: &Target) -> Result<Option<By>, Diagnostic> {
    let Some(word) = word else { return Ok(None) };
    let by = By::ALL.into_iter().find(|by| by.name() == word);
    let by = by.ok_or_else(|| Diagnostic::error("expected host or machine").key("--split"))?;
    if *target == Target::Stdout {
        return Err(Diagnostic::error("--split needs an output file")
            .hint("add `-o FILE`: the others lie beside it"));
    }
    Ok(Some(by))
}

/// Reads what is to be drawn.
fn selection(
    focus: Option<&str>,
    only: &[String],
    exclude: &[String],
) -> Result<Selection, Diagnostic> {
    let expected = |flag: &str| {
        Diagnostic::error("expected NAME, host:NAME, provider:DOMAIN or boundary:NAME").key(flag)
    };
    let patterns = |flag: &str, given: &[String]| {
        let read = given
            .iter()
            .map(|text| Pattern::new(text).ok_or_else(|| expected(flag)));
        read.collect::<Result<Vec<_>, _>>()
    };
    let named = || Diagnostic::error("expected the name of a server").key("--focus");
    Ok(Selection {
        focus: focus
            .map(|name| Pattern::server(name).ok_or_else(named))
            .transpose()?,
        only: patterns("--only", only)?,
        exclude: patterns("--exclude", exclude)?,
    })
}

fn input(given: PathBuf) -> Result<InputArg, Diagnostic> {
    if given.as_os_str() == "-" {
        return Ok(InputArg::Stdin);
    }
    let Some(text) = given.to_str() else {
        return Ok(InputArg::Path(given));
    };
    match dialect::link(text) {
        Some(link) => link.map(InputArg::Link),
        None if is_address(text) && !given.exists() => Err(no_input(text)),
        None if !given.exists() && meant_command(text).is_some() => {
            let command = meant_command(text).unwrap_or_default();
            Err(Diagnostic::error("neither a file nor a command")
                .in_file(text)
                .hint(format!("did you mean `mcpdiag {command}`?")))
        }
        None => Ok(InputArg::Path(given)),
    }
}

/// Returns the command that a misspelt word may stand for; what has a dot or a folder in it is meant as a file.
fn meant_command(text: &str) -> Option<String> {
    if text.contains(['.', '/', '\\']) {
        return None;
    }
    // Both are commands of other programs.
    if ["help", "version"].contains(&text) {
        return Some(format!("--{text}"));
    }
    let program = <crate::cli::Cli as clap::CommandFactory>::command();
    let names = program.get_subcommands().map(clap::Command::get_name);
    nearest(text, names).map(str::to_owned)
}

/// Says whether a text starts with a scheme; one letter is a drive.
fn is_address(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
    })
}

/// Refuses an address without showing it: it may hold a token.
fn no_input(address: &str) -> Diagnostic {
    let (scheme, _) = address.split_once(':').unwrap_or_default();
    if scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https") {
        return Diagnostic::error("an address is no configuration")
            .hint("`mcpdiag probe URL` asks one server what it is");
    }
    Diagnostic::error("neither a file nor an install link that is known")
        .hint("install links start with vscode:mcp/install, cursor://anysphere.cursor-deeplink/mcp/install or goose://extension; docs/discovery.md lists all")
}

/// Decides the format: the flag, else the extension, else Mermaid on standard output.
fn format(flag: Option<&str>, target: &Target) -> Result<Format, Diagnostic> {
    let known = || format!("formats: {}", Format::names());
    if let Some(name) = flag {
        // The extension of its files names a format, too: `-f mmd`.
        return Format::named(name)
            .or_else(|| Format::by_extension(name))
            .ok_or_else(|| Diagnostic::error("unknown format for --format").hint(known()));
    }
    match target {
        Target::Stdout => Ok(Format::Mermaid),
        Target::File(path) if path.is_dir() => Err(Diagnostic::error("-o names a directory")
            .in_file(shown(path))
            .hint("name a file in it, such as arch.svg")),
        Target::File(path) => extension(path)
            .and_then(|e| Format::by_extension(&e))
            .ok_or_else(|| {
                Diagnostic::error("cannot tell the output format from the file's extension")
                    .hint(format!("name it with `-f FORMAT` ({})", known()))
            }),
    }
}

pub(crate) fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}
