//! The options of the search, and what they ask for together.

use std::path::PathBuf;

use clap::Args;

use super::{Os, Wanted};

/// Options of the search for configuration files.
#[derive(Debug, Clone, Default, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one flag of the command line each"
)]
#[command(next_help_heading = "Finding files")]
pub struct Search {
    /// Look in the places where the clients look: the project's files (also what happens without INPUT)
    #[arg(long)]
    pub discover: bool,

    /// Look for the user's files too
    #[arg(long)]
    pub user: bool,

    /// Look for the user's and the admin's files too
    #[arg(long)]
    pub all_scopes: bool,

    /// Search a copied home directory or disk instead of this machine; no link leads out of it
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,

    /// With --root: the home directory in it
    #[arg(long, value_name = "DIR", requires = "root")]
    pub home: Option<PathBuf>,

    /// With --root: the system it comes from [default: told by its folders]
    #[arg(long, value_enum, requires = "root")]
    pub os: Option<Os>,

    /// Draw nothing; list the files that were read, empty, ignored, failed or absent (-f json for JSON)
    #[arg(long)]
    pub list_sources: bool,
}

impl Search {
    /// Says whether anything asks for a search.
    pub fn is_asked_for(&self) -> bool {
        self.discover || self.user || self.all_scopes || self.root.is_some()
    }

    /// Whose files are searched for: of a copy always the user's, and never a project's, since nobody stands in one.
    pub fn wanted(&self) -> Wanted {
        let copy = self.root.is_some();
        Wanted {
            project: !copy,
            user: self.user || self.all_scopes || copy,
            managed: self.all_scopes,
        }
    }
}
