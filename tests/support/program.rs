//! Runs the program on the samples.

use std::process::Command;

/// Runs the program on the samples and returns exit code, standard output and standard error.
pub(crate) fn run(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_mcpdiag"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    (
        output.status.code().expect("an exit code"),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// Runs the program on a sample and returns what it draws.
pub(crate) fn draw(args: &[&str]) -> String {
    let (code, out, err) = run(args);
    assert_eq!(code, 0, "{err}");
    out
}

/// Runs the program on a sample and returns why it cannot.
pub(crate) fn refused(args: &[&str]) -> String {
    let (code, out, err) = run(args);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    err
}
