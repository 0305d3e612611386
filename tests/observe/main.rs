//! Probing as a user meets it: what leaves the machine, what is asked first, what is recorded, what is drawn again.

#![cfg(feature = "probe")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../support/bench.rs"]
mod bench;
mod docs;
mod entries;
mod remote;
mod secrets;
mod server;
#[cfg(unix)]
mod started;
#[cfg(target_os = "linux")]
mod terminal;
