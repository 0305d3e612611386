//! What live servers say of themselves: the observations, their recording, and (feature `probe`) the asking.

mod value;
mod observation;
#[cfg(feature = "probe")]
mod plan;
mod recording;
#[cfg(feature = "probe")]
mod report;
#[cfg(feature = "probe")]
mod target;
#[cfg_attr(
    not(feature = "probe"),
    expect(dead_code, reason = "what is kept is opened by the probe alone")
)]
mod vault;
#[cfg(feature = "probe")]
mod shim;
#[cfg(feature = "probe")]
pub use shim::run;

pub use value::Live;
pub use observation::*;
#[cfg(feature = "probe")]
pub use plan::{Asked, Plan, Start, plan, target_of_url};
pub use recording::Recording;
#[cfg(feature = "probe")]
pub use report::report;
#[cfg(feature = "probe")]
pub use target::{
    HttpTarget, Limits, ProbeOptions, Progress, StdioTarget, Target, TargetKind,
};
pub use vault::{Kept, Vault};
