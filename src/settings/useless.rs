//! Options that would change nothing in what is written: one table for all of them.

use super::Job;
use crate::cli::Draw;
use crate::diagnostic::Diagnostic;
use crate::render::Format;

/// An option that not every run can use.
struct Limited {
    option: &'static str,
    given: fn(&Draw) -> bool,
    needs: Needs,
}

/// What an option needs to change something.
#[derive(Clone, Copy)]
enum Needs {
    /// A format that has this, with words for one that has not.
    Format(fn(Format) -> bool, &'static str),
    /// Anything but a list of files.
    Drawing,
    /// A probe.
    #[cfg(feature = "probe")]
    Probe,
}

const SIZE: Needs = Needs::Format(Format::is_picture, "has no size of its own");
const COLOURS: Needs = Needs::Format(Format::has_colours, "has no colours");
const FOLDS: Needs = Needs::Format(Format::folds, "always has every node");
#[cfg(feature = "png")]
const PIXELS: Needs = Needs::Format(Format::is_binary, "has no pixels");
const CARRIES_FONT: Needs = Needs::Format(Format::carries_font, "carries no font");

/// The table; an option that is missing here is of use in every run.
const LIMITED: &[Limited] = &[
    Limited::new("--theme", |draw| draw.theme.is_some(), COLOURS),
    // What full adds, the sign-in of the person, every format has.
    Limited::new(
        "--detail",
        |draw| draw.detail.as_deref().is_some_and(|level| level != "full"),
        FOLDS,
    ),
    Limited::new("--aspect", |draw| draw.aspect.is_some(), SIZE),
    Limited::new("--width", |draw| draw.width.is_some(), SIZE),
    #[cfg(feature = "png")]
    Limited::new("--scale", |draw| draw.scale.is_some(), PIXELS),
    #[cfg(feature = "png")]
    Limited::new("--font", |draw| !draw.font.is_empty(), PIXELS),
    Limited::new("--embed-font", |draw| draw.embed_font, CARRIES_FONT),
    Limited::new("--focus", |draw| draw.focus.is_some(), Needs::Drawing),
    Limited::new("--only", |draw| !draw.only.is_empty(), Needs::Drawing),
    Limited::new("--exclude", |draw| !draw.exclude.is_empty(), Needs::Drawing),
    Limited::new("--split", |draw| draw.split.is_some(), Needs::Drawing),
    Limited::new("--check", |draw| draw.check, Needs::Drawing),
    Limited::new("--overlay", |draw| draw.overlay.is_some(), Needs::Drawing),
    Limited::new("--no-overlay", |draw| draw.no_overlay, Needs::Drawing),
    Limited::new(
        "--replay",
        |draw| draw.observing.replay.is_some(),
        Needs::Drawing,
    ),
    #[cfg(feature = "probe")]
    Limited::new(
        "--probe",
        |draw| draw.observing.probe.is_some(),
        Needs::Drawing,
    ),
    #[cfg(feature = "probe")]
    Limited::new(
        "--timeout",
        |draw| {
            unasked(
                draw,
                (draw.observing.asking.timeout - 30.0).abs() > f64::EPSILON,
            )
        },
        Needs::Probe,
    ),
    #[cfg(feature = "probe")]
    Limited::new(
        "--probe-both-eras",
        |draw| unasked(draw, draw.observing.asking.probe_both_eras),
        Needs::Probe,
    ),
    #[cfg(feature = "probe")]
    Limited::new(
        "--probe-origin",
        |draw| unasked(draw, draw.observing.asking.probe_origin),
        Needs::Probe,
    ),
    #[cfg(feature = "probe")]
    Limited::new(
        "--probe-private",
        |draw| unasked(draw, draw.observing.asking.probe_private),
        Needs::Probe,
    ),
    #[cfg(feature = "probe")]
    Limited::new(
        "--probe-resolve",
        |draw| unasked(draw, !draw.observing.asking.probe_resolve.is_empty()),
        Needs::Probe,
    ),
    #[cfg(feature = "probe")]
    Limited::new(
        "--probe-ca",
        |draw| unasked(draw, !draw.observing.asking.probe_ca.is_empty()),
        Needs::Probe,
    ),
];

impl Limited {
    const fn new(option: &'static str, given: fn(&Draw) -> bool, needs: Needs) -> Self {
        Self {
            option,
            given,
            needs,
        }
    }

    /// Says why the option is of no use, with a remedy.
    fn refusal(&self, job: Job, format: Format) -> Option<(String, String)> {
        match (self.needs, job) {
            #[cfg(feature = "probe")]
            (Needs::Probe, _) => {
                let why = "it says how to ask servers, and none is asked".to_owned();
                Some((why, "add --probe, or leave it out".to_owned()))
            }
            (_, Job::List) => {
                let why = "--list-sources draws nothing".to_owned();
                Some((why, "leave one of the two out".to_owned()))
            }
            (Needs::Format(..), Job::Record) => {
                let why = "--record without -o draws nothing".to_owned();
                Some((why, "add `-o FILE`, or leave it out".to_owned()))
            }
            (Needs::Format(has, why), Job::Draw) if !has(format) => {
                let good = Format::ALL.iter().filter(|format| has(**format));
                let good: Vec<&str> = good.map(|format| format.name()).collect();
                Some((
                    format!("{} {why}", format.name()),
                    format!(
                        "leave it out, or choose another format: {}",
                        good.join(", ")
                    ),
                ))
            }
            (Needs::Format(..) | Needs::Drawing, _) => None,
        }
    }
}

/// Says whether an option about asking was given, and nobody is asked.
#[cfg(feature = "probe")]
fn unasked(draw: &Draw, given: bool) -> bool {
    given && draw.observing.probe.is_none()
}

/// Refuses an option that would change nothing.
pub(super) fn check(draw: &Draw, job: Job, format: Format) -> Result<(), Diagnostic> {
    for limited in LIMITED {
        if (limited.given)(draw)
            && let Some((why, hint)) = limited.refusal(job, format)
        {
            let error = format!("{} changes nothing here: {why}", limited.option);
            return Err(Diagnostic::error(error).hint(hint));
        }
    }
    Ok(())
}
