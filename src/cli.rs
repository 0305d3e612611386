//! The command line as typed; no logic.

mod probe;

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand};

use crate::dialect::TableFormat;
use crate::render::Format;

pub use probe::*;

const AFTER: &str = "\
Exit codes:
  0  done
  1  the answer to a question asked by a flag is no (--check)
  2  could not do it: usage, unreadable or unparsable input, cannot write, a probe interrupted
  3  neither a server nor a host fact (approval, sandbox, policy) was read; nothing is written";

/// Draws the architecture of MCP configurations with their trust boundaries.
///
/// Reads the MCP (Model Context Protocol) configuration files of AI hosts and shows which process can read what,
/// which credential goes where, and who approves the calls.
#[derive(Debug, Parser)]
#[command(
    name = "mcpdiag",
    version,
    after_help = AFTER,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub struct Cli {
    /// What to do instead of drawing.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// How to draw.
    #[command(flatten)]
    pub draw: Draw,

    /// Say more: how each file was read, and with --list-sources each place without a file
    #[arg(short, long, action = ArgAction::Count, global = true, help_heading = "Options")]
    pub verbose: u8,
}

/// What the program does besides drawing.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the clients whose files are read
    Clients {
        /// How to write the table
        #[arg(short, long, value_enum, default_value = "text")]
        format: TableFormat,
    },
    /// List the themes, or draw a sheet that shows them
    Themes(Themes),
    /// Ask one MCP server what it is
    #[cfg(feature = "probe")]
    Probe(Box<ProbeUrl>),
}

/// The options of `themes`.
#[derive(Debug, Args)]
pub struct Themes {
    /// Write a sheet with the same architecture in every theme to FILE (.svg or .png)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Show this theme file, too; may be repeated
    #[arg(long, value_name = "FILE")]
    pub theme: Vec<String>,

    /// Write nothing; exit with 1 if the sheet is not what would be written
    #[arg(long, requires = "output")]
    pub check: bool,
}

/// The options of drawing.
#[derive(Debug, Args)]
pub struct Draw {
    /// Files, directories, or `-` for standard input.
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Write to FILE; `-` is standard output. The extension picks the format
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Output format; wins over the extension
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        help = format!("Output format; wins over the extension [formats: {}]", Format::names())
    )]
    pub format: Option<String>,

    /// Read every input as this client's file (an id such as claude-code, vscode, codex)
    #[arg(long, value_name = "ID")]
    pub client: Option<String>,

    /// Name for standard input: tells the client and the syntax
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<String>,

    /// Theme by name, or a TOML file
    #[arg(long, value_name = "NAME|FILE")]
    pub theme: Option<String>,

    /// Overlay that declares what no configuration says [default: mcpdiag.toml beside the input]
    #[arg(long, value_name = "FILE", conflicts_with = "no_overlay")]
    pub overlay: Option<PathBuf>,

    /// How much is drawn: overview, servers, full or auto [default: auto]
    ///
    /// overview: hosts, boundaries and providers with counts. servers: servers of equal trust in tables. full: every
    /// node, with the person's sign-in. auto: what fits best. JSON always has every node, and the sign-in with full.
    #[arg(long, value_name = "LEVEL")]
    pub detail: Option<String>,

    /// Draw one server and all that touches it, from the person to the API and the token's issuer
    #[arg(long, value_name = "NAME")]
    pub focus: Option<String>,

    /// Draw nothing but these: NAME (a server), host:NAME, provider:DOMAIN or boundary:NAME; `*` and `?` are wildcards
    #[arg(long, value_name = "WHAT")]
    pub only: Vec<String>,

    /// Draw all but these; named as for --only
    #[arg(long, value_name = "WHAT")]
    pub exclude: Vec<String>,

    /// Write one file for each host or machine beside FILE, which becomes an overview that names them; needs -o. Older parts are named, never deleted
    #[arg(long, value_name = "host|machine")]
    pub split: Option<String>,

    /// SVG: carry the font in the file, for viewers without it
    #[arg(long)]
    pub embed_font: bool,

    /// Ignore an overlay that lies beside the input
    #[arg(long)]
    pub no_overlay: bool,

    /// Write nothing; exit with 1 if the output file is not what would be written
    #[arg(long)]
    pub check: bool,

    /// SVG, PNG: width by height to arrange for, between 1:2 and 2:1, such as 1.5 or 16:9 [default: 1.5]
    #[arg(long, value_name = "RATIO")]
    pub aspect: Option<String>,

    /// SVG, PNG: width of the picture in pixels; it is arranged for this width, then scaled to it
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true)]
    pub width: Option<i64>,

    /// PNG: pixels per picture unit; with --width, the picture is arranged for the width divided by this
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FACTOR")]
    pub scale: Option<f64>,

    /// PNG: font file for characters that the bundled font lacks
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    pub font: Vec<PathBuf>,

    /// The search for files.
    #[command(flatten)]
    pub search: crate::discover::Search,

    /// Live servers.
    #[command(flatten)]
    pub observing: Observing,
}
