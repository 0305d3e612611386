//! What live servers say of themselves: the observations, their recording, and (feature `probe`) the asking.

mod observation;
mod recording;
#[cfg(feature = "probe")]
mod target;

pub use observation::*;
pub use recording::Recording;
#[cfg(feature = "probe")]
pub use target::{
    HttpTarget, Limits, Live, ProbeOptions, Progress, StdioTarget, Target, TargetKind,
};
