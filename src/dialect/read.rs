//! The entry point of the room: one file in, one reading with its report out.

use std::collections::BTreeMap;

use super::ReadCx;
use super::detect::{Detected, detect};
use super::model::Where;
use super::remarks::{Refusal, refusals, remarks, strictness};
use crate::diagnostic::{Diagnostic, Severity};
use crate::inventory::{
    Evidence, HostFacts, Mark, PlacementFact, Reading, Redacted, RunsOn, Scope, SourceReport,
    SourceStatus, State, Values,
};
use crate::source::SourceFile;
use crate::spelling;
use crate::syntax::{self, Node, Parsed, key_path, key_text};

/// What came of one file.
pub struct ReadOutcome {
    /// The reading, where the file holds a server or a fact about a host.
    pub reading: Option<Reading>,
    /// The file's line in the report.
    pub report: SourceReport,
    /// Messages, those of the parser left out.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a file in the syntax that its known path, its extension or its text tells.
pub fn parse(file: &SourceFile) -> Result<Parsed, Diagnostic> {
    parse_as(file, None)
}

/// Does so for a file that the user says is one of this client's, whatever it is called.
pub fn parse_as(file: &SourceFile, client: Option<&str>) -> Result<Parsed, Diagnostic> {
    let known = super::known::best(&file.segments).map(|found| found.file);
    if let Some(parse) = known.and_then(|known| known.parse) {
        return Ok(parse(file));
    }
    let dialect = client.and_then(super::by_id).filter(|_| known.is_none());
    let mut parsers = dialect.into_iter().flat_map(|dialect| dialect.files);
    if let Some(parse) = parsers.find_map(|file| file.parse)
        && !file.text.trim_start().starts_with('{')
    {
        return Ok(parse(file));
    }
    let syntax = known
        .and_then(|known| known.syntax)
        .unwrap_or_else(|| syntax::guess(&file.segments, &file.text));
    syntax::parse(file, syntax)
}

/// Reads a parsed file as the product that its path, its content or `forced` tells.
pub fn read(
    file: &SourceFile,
    parsed: &Parsed,
    forced: Option<&str>,
    values: &mut Values,
) -> ReadOutcome {
    let detected = detect(file, parsed.root.as_ref(), forced);
    let Some(root) = &parsed.root else {
        let mut report = report(file, &detected, SourceStatus::Empty);
        report.reason = Some("the file is empty".to_owned());
        return ReadOutcome {
            reading: None,
            report,
            diagnostics: Vec::new(),
        };
    };
    let mut cx = ReadCx {
        file,
        over: Vec::new(),
        dialect: detected.dialect,
        known: detected.file,
        values,
        inputs: BTreeMap::new(),
        variables: detected.dialect.variables,
        out: start(file, &detected),
        diagnostics: Vec::new(),
        saw_wrapper: false,
        scope: detected.scope,
        refused: None,
        merges: true,
    };
    let reader = detected
        .file
        .and_then(|known| known.read)
        .unwrap_or(detected.dialect.read);
    reader(&mut cx, root);
    let saw_wrapper = cx.saw_wrapper;
    let diagnostics = std::mem::take(&mut cx.diagnostics);
    let refused = cx.refused.take();
    let mut reading = cx.out;
    for server in &mut reading.servers {
        server.plugin = plugin(file).filter(|_| server.scope == Scope::Plugin);
    }
    let says_something = !reading.servers.is_empty() || reading.host.has_policy;
    let status = match (says_something, saw_wrapper) {
        (true, _) => SourceStatus::Read,
        (false, true) => SourceStatus::Empty,
        (false, false) => SourceStatus::Ignored,
    };
    let mut report = report(file, &detected, status);
    report.servers = reading.servers.len();
    if !says_something {
        report.reason = Some(reason(&detected, status, root, &diagnostics));
        if status == SourceStatus::Ignored && !detected.known_path {
            report.client = None;
            report.scope = None;
            report.also_read_by.clear();
        }
        return ReadOutcome {
            reading: None,
            report,
            diagnostics,
        };
    }
    let mut refusals = refusals(file, parsed, strictness(&detected));
    refusals.extend(refused.map(|(words, place)| Refusal {
        words,
        place,
        sure: true,
    }));
    if let Some(refusal) = refusals.iter().find(|refusal| refusal.sure) {
        not_loaded(&mut reading, &refusal.words);
        values.subjects().forget(&file.path);
    }
    for (level, text, place) in remarks(file, parsed, &detected, &refusals) {
        reading
            .host
            .marks
            .push(Mark::new(level, text.clone(), place));
        report.notes.push(text);
    }
    ReadOutcome {
        reading: Some(reading),
        report,
        diagnostics,
    }
}

/// Says what files mean together: merges entries where the product does, and hands the verdicts of rules about words of entries to the readings of the files in which the rules stand.
pub fn judge(readings: &mut [Reading], values: &mut Values) {
    super::layers::merge(readings, values);
    super::codex::settle(readings);
    for amendment in values.subjects().amendments() {
        let others = readings.iter_mut().filter(|r| r.client == amendment.client);
        for reading in others.filter(|reading| reading.path != amendment.path) {
            (amendment.apply)(&mut reading.host);
        }
    }
    for (path, policy) in values.subjects().judge() {
        if let Some(reading) = readings.iter_mut().find(|reading| reading.path == path) {
            reading.server_policies.push(policy);
        }
    }
}

/// Reports a file that cannot be parsed; its path may tell whose it is.
pub fn broken(file: &SourceFile, forced: Option<&str>, error: &Diagnostic) -> SourceReport {
    let detected = detect(file, None, forced);
    let mut report = report(file, &detected, SourceStatus::Failed);
    report.reason = Some(error.message.clone());
    report.also_read_by.clear();
    if detected.dialect.id == super::generic::ID {
        report.client = None;
        report.scope = None;
    }
    report
}

fn report(file: &SourceFile, detected: &Detected, status: SourceStatus) -> SourceReport {
    SourceReport {
        path: file.path.clone(),
        client: Some(detected.dialect.id),
        scope: Some(detected.scope),
        status,
        servers: 0,
        also_read_by: detected.also_read_by.clone(),
        notes: Vec::new(),
        reason: None,
    }
}

/// Says why nothing of a file is drawn: what a warning says of it, else what is missing.
fn reason(
    detected: &Detected,
    status: SourceStatus,
    root: &Node,
    diagnostics: &[Diagnostic],
) -> String {
    let mut warnings = diagnostics.iter().filter(|d| d.severity > Severity::Note);
    if let Some(warning) = warnings.next() {
        return warning.message.clone();
    }
    if status == SourceStatus::Empty {
        return "no server is listed in it".to_owned();
    }
    if let Some((key, meant)) = misspelt(detected, root) {
        return format!("no client reads the key {key}: did you mean {meant}?");
    }
    if !detected.known_path {
        return "no key of a known client in it".to_owned();
    }
    let wrappers = detected.dialect.wrappers.iter();
    let keys: Vec<String> = wrappers.map(|w| key_path(w.path)).collect();
    match keys.as_slice() {
        [key] => format!("no {key} and no policy in it"),
        [keys @ .., last] => format!("neither {} nor {last} and no policy in it", keys.join(", ")),
        [] => "no server and no policy in it".to_owned(),
    }
}

/// Finds a key that is nearly one under which servers stand.
fn misspelt(detected: &Detected, root: &Node) -> Option<(String, &'static str)> {
    let of_client = detected.known_path.then_some(detected.dialect);
    let dialects = super::all().filter(|row| of_client.is_none_or(|known| known.id == row.id));
    let wrappers = dialects.flat_map(|row| row.wrappers);
    let words: Vec<&str> = wrappers
        .filter_map(|wrapper| wrapper.path.first().copied())
        .collect();
    let keys = root.entries().into_iter().map(|entry| entry.key.as_str());
    keys.filter(|key| key_text(key) == *key).find_map(|key| {
        let meant = spelling::misspelt(key, words.iter().copied())?;
        let meant = words.iter().find(|word| **word == meant)?;
        Some((key.to_owned(), *meant))
    })
}

fn start(file: &SourceFile, detected: &Detected) -> Reading {
    Reading {
        client: detected.dialect.id,
        product: detected.dialect.product,
        kind: detected.dialect.kind,
        scope: detected.scope,
        placement: placement(file, detected),
        servers: Vec::new(),
        tool_policies: Vec::new(),
        server_policies: Vec::new(),
        host: HostFacts::default(),
        also_read_by: detected.also_read_by.clone(),
        exclusive: false,
        loaded: true,
        breaks: None,
        from_repository: matches!(detected.scope, Scope::Project | Scope::DevContainer),
        diagnostics: Vec::new(),
        path: file.path.clone(),
    }
}

fn placement(file: &SourceFile, detected: &Detected) -> PlacementFact {
    if let Some(machine) = file.machine {
        return PlacementFact {
            on: RunsOn::OtherMachine(Redacted::trusted(machine)),
            evidence: Evidence::Declared,
        };
    }
    let place = detected
        .file
        .and_then(|known| known.runs)
        .unwrap_or(detected.dialect.runs);
    let (on, evidence) = match (place, detected.scope) {
        (Where::ThisMachine, Scope::Project) => {
            (RunsOn::AnyMachineOfRepository, Evidence::Declared)
        }
        (_, Scope::DevContainer) => (RunsOn::DevContainer, Evidence::Declared),
        (Where::ThisMachine, _) => (RunsOn::ThisMachine, Evidence::Assumed),
        (Where::RemoteMachine, _) => (
            RunsOn::OtherMachine(Redacted::trusted("remote development host")),
            Evidence::Declared,
        ),
        (Where::Cloud(vendor), _) => (RunsOn::VendorCloud(vendor.to_owned()), Evidence::Declared),
        (Where::Deployment, _) => (RunsOn::Deployment, Evidence::Assumed),
        (Where::Unknown, _) => (RunsOn::Unknown, Evidence::Assumed),
    };
    PlacementFact { on, evidence }
}

/// Takes back what a file says to a client that does not load it: its servers are off, its rules hold nowhere.
fn not_loaded(reading: &mut Reading, why: &str) {
    for server in &mut reading.servers {
        if server.state == State::Active {
            server.state = State::Disabled(format!("this file is not loaded: {why}"));
        }
    }
    reading.tool_policies.clear();
    reading.server_policies.clear();
    reading.exclusive = false;
    reading.loaded = false;
    // A key that stands in it stands there all the same.
    reading.host = HostFacts {
        credentials: std::mem::take(&mut reading.host.credentials),
        has_policy: reading.host.has_policy,
        ..HostFacts::default()
    };
}

/// Names the plugin that a file lies in: `plugins/cache/MARKETPLACE/PLUGIN/...`.
fn plugin(file: &SourceFile) -> Option<Redacted> {
    let start = |two: &[String]| two[0] == "plugins" && two[1] == "cache";
    let at = file.segments.windows(2).position(start)?;
    let [market, plugin, _, ..] = file.segments.get(at + 2..)? else {
        return None;
    };
    Some(Redacted::name(&format!("{plugin}@{market}")))
}
