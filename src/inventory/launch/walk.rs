//! walk
use super::Launch;
use crate::diagnostic::Place;
use crate::inventory::{FactCx, Found};
pub(crate) fn recognise(
    cx: &mut FactCx<'_>,
    command: &str,
    args: &[String],
    _env: &[(String, Option<String>)],
    _cwd: Option<&str>,
    _at: &Place,
) -> (Launch, Found) {
    let _ = args;
    (
        Launch::unknown(cx.values.ordinal(command)),
        Found::default(),
    )
}
