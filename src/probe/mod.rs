//! What live servers say of themselves: the observations, their recording, and (feature `probe`) the asking.

mod observation;
mod recording;

#[cfg(feature = "probe")]
mod live;

#[cfg(feature = "probe")]
pub use live::*;
pub use observation::*;
pub use recording::Recording;
