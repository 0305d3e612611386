//! What live servers say of themselves: the observations, their recording, and (feature `probe`) the asking.

#[cfg(feature = "probe")]
mod live;
mod observation;
#[cfg(feature = "probe")]
mod plan;
mod recording;
#[cfg(feature = "probe")]
mod report;
#[cfg_attr(
    not(feature = "probe"),
    expect(dead_code, reason = "what is kept is opened by the probe alone")
)]
mod value;
#[cfg_attr(
    not(feature = "probe"),
    expect(dead_code, reason = "what is kept is opened by the probe alone")
)]
mod vault;

#[cfg(feature = "probe")]
pub use live::*;
pub use observation::*;
#[cfg(feature = "probe")]
pub use plan::{Asked, Plan, Start, plan, target_of_url};
pub use recording::Recording;
#[cfg(feature = "probe")]
pub use report::report;
pub use value::Live;
pub use vault::{Kept, Vault};
