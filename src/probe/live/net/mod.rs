//! The network side of the probe: which addresses may be connected to, and requests with limits.

pub(super) mod address;
mod client;
mod failure;
mod guard;
mod lookup;
mod room;

pub(super) use client::{Answer, Ask, Net, Stream};
pub(super) use failure::Trouble;
pub(super) use guard::{Guard, Permit, is_loopback};
pub use lookup::Lookup;
pub(super) use room::Clock;
