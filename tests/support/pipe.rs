//! The program with something on its standard input.

use std::io::Write;
use std::process::Stdio;

use crate::bench::{Bench, Ran};

impl Bench {
    pub(crate) fn pipe(&self, args: &[&str], input: &[u8]) -> Ran {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        child
            .stdin
            .take()
            .expect("stdin")
            .write_all(input)
            .expect("input");
        Ran(child.wait_with_output().expect("the program ends"))
    }
}
