//! `mcpdiag themes`: lists the themes, or draws one small architecture in each of them.

use crate::cli::Themes;
use crate::diagnostic::Diagnostic;
use crate::dialect;
use crate::drawing;
use crate::graph::{self, Architecture, Overlay};
use crate::output::{self, Target};
use crate::render::{Format, sheet};
use crate::run::{self, ExitStatus};
use crate::source::{Input, SourceFile, load};
use crate::theme::{BUILT_IN, Theme};

/// The configuration that the sheet shows; its name tells the client.
const SAMPLE: (&str, &str) = (".roo/mcp.json", include_str!("preview.json"));
/// What that configuration cannot say.
const OVERLAY: &str = include_str!("preview.toml");

/// Prints the list, or writes the sheet; answers `no` only to `--check`.
pub(super) fn run(
    arguments: &Themes,
    messages: &mut Vec<Diagnostic>,
) -> Result<ExitStatus, Diagnostic> {
    let built_in = BUILT_IN.iter().filter_map(|(name, _)| Theme::named(name));
    let mut themes: Vec<Theme> = built_in.collect();
    for file in &arguments.theme {
        if Theme::named(file).is_some() {
            return Err(Diagnostic::error(
                "--theme changes nothing here: this theme is built in and always shown",
            )
            .hint("name a .toml file of your own, or leave it out"));
        }
        let theme = Theme::load(file)?;
        if !themes.contains(&theme) {
            themes.push(theme);
        }
    }
    let Target::File(path) = Target::new(arguments.output.clone()) else {
        output::write_stdout(list(&themes).as_bytes())?;
        return Ok(ExitStatus::Done);
    };
    let format = path
        .extension()
        .and_then(|extension| extension.to_str())
        .and_then(Format::by_extension)
        .filter(|format| sheet::FORMATS.contains(&format.name()))
        .ok_or_else(|| {
            Diagnostic::error("the sheet of themes is written as .svg or .png, by the extension")
                .hint("such as `mcpdiag themes -o themes.svg`")
        })?;
    let bytes = sheet::render(&sample()?, &themes, format)?;
    let files = [(Target::File(path), bytes)];
    drawing::deliver(&files, arguments.check, format, messages)
}

/// One line each: name and what it is for.
fn list(themes: &[Theme]) -> String {
    let wide = themes.iter().map(|t| t.name.chars().count()).max();
    let wide = wide.unwrap_or_default();
    let line = |theme: &Theme| {
        let (name, said) = (&theme.name, &theme.description);
        format!("{name:wide$}  {said}").trim_end().to_owned() + "\n"
    };
    themes.iter().map(line).collect()
}

/// Reads the sample, as any configuration is read.
fn sample() -> Result<Architecture, Diagnostic> {
    let input = Input::Stdin {
        name: Some(SAMPLE.0.to_owned()),
        bytes: SAMPLE.1.as_bytes().to_vec(),
    };
    let read = run::read(load(&[input], &dialect::known_file), None);
    let overlay = Overlay::read(SourceFile::from_text("preview.toml", OVERLAY))?;
    let (mut architecture, _) = graph::build(&read.inventory, &[overlay]);
    // What is said around every picture says nothing about a theme.
    architecture.title.clear();
    architecture.protocol_note.clear();
    architecture.coverage.clear();
    architecture.notes.clear();
    Ok(architecture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;
    use crate::theme::Role;

    #[test]
    fn the_sample_shows_every_role_a_theme_has_surfaces_for() {
        let architecture = sample().unwrap();
        let scene = crate::scene::build(&architecture, &layout::place(&architecture));
        let shapes = scene.groups.iter().flat_map(|group| &group.shapes);
        let shown: Vec<Role> = shapes.map(|shape| shape.style().role).collect();
        let missing: Vec<&str> = Role::ALL
            .iter()
            .filter(|role| !shown.contains(role) && **role != Role::Canvas)
            .map(|role| role.word())
            .collect();
        assert_eq!(missing, Vec::<&str>::new());
    }

    #[test]
    fn the_list_says_what_each_theme_is_for() {
        let themes = [
            Theme::named("light").unwrap(),
            Theme::parse("mine.toml", "base = \"dark\"").unwrap(),
        ];
        assert_eq!(list(&themes), "light  dark on white, the default\nmine\n");
    }
}
