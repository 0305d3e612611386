//! Products that merge their files key by key: an entry is what all of them say under its name, the nearest file last.

use std::collections::BTreeMap;

use super::ReadCx;
use super::cx::{set_by, words_of};
use super::fields;
use super::model::{Dialect, KnownFile, Merges};
use crate::diagnostic::Place;
use crate::inventory::{
    Mark, MarkLevel, Reading, Redacted, Scope, ServerEntry, State, Values, VarSyntax, strength,
};
use crate::source::{SourceFile, Span};
use crate::syntax::{Entry, Node, Value};

/// The entries of all files that are merged with those of others, and these files.
#[derive(Default)]
pub(crate) struct Layers {
    files: BTreeMap<String, SourceFile>,
    entries: Vec<Layer>,
}

/// One entry as one file writes it.
struct Layer {
    dialect: &'static Dialect,
    known: Option<&'static KnownFile>,
    variables: &'static [VarSyntax],
    path: String,
    scope: Scope,
    keys: Vec<String>,
    at: Place,
    node: Node,
}

impl Layer {
    fn name(&self) -> &str {
        self.keys.last().map_or("", String::as_str)
    }

    /// Says whether it tells what is started or reached, and does not only change what another file tells.
    fn defines(&self) -> bool {
        let mut keys = ["command", "cmd"].iter().chain(self.dialect.url_keys);
        keys.any(|key| self.node.get(key).is_some())
    }

    fn strength(&self) -> u8 {
        strength(self.dialect.id, self.scope).unwrap_or_default()
    }

    /// The folder that it is about: where the file lies, and above a folder of the product's own.
    fn root(&self) -> &str {
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        match folder.rsplit_once('/') {
            Some((above, own)) if own.starts_with('.') => above,
            None if folder.starts_with('.') => "",
            _ => folder,
        }
    }

    /// The product's own folder comes after a file beside it.
    fn order(&self) -> (u8, usize, bool, &str) {
        let root = self.root();
        let own = self.path[root.len()..]
            .trim_start_matches('/')
            .starts_with('.');
        (self.strength(), root.len(), own, &self.path)
    }
}

/// Keeps an entry for the merge, where its product merges.
pub(super) fn keep(cx: &mut ReadCx<'_>, at: &Place, node: &Node, keys: &[String]) {
    let merges = cx.merges && cx.dialect.merges != Merges::No;
    if !merges || strength(cx.dialect.id, cx.scope).is_none() {
        return;
    }
    let layer = Layer {
        dialect: cx.dialect,
        known: cx.known,
        variables: cx.variables,
        path: cx.file.path.clone(),
        scope: cx.scope,
        keys: keys.to_vec(),
        at: at.clone(),
        node: node.clone(),
    };
    let file = cx.file;
    let layers = cx.values.layers();
    if !layers.files.contains_key(&file.path) {
        layers.files.insert(file.path.clone(), file.clone());
    }
    layers.entries.push(layer);
}

/// Puts what the files say under one name together, and reads it again as the one entry that the product sees.
pub(super) fn merge(readings: &mut [Reading], values: &mut Values) {
    let Layers { files, entries } = std::mem::take(values.layers());
    let mut named: BTreeMap<(&str, Option<&str>, String), Vec<&Layer>> = BTreeMap::new();
    for layer in &entries {
        let machine = files.get(&layer.path).and_then(|file| file.machine);
        let key = (layer.dialect.id, machine, layer.name().to_owned());
        named.entry(key).or_default().push(layer);
    }
    for mut layers in named.into_values().filter(|layers| layers.len() > 1) {
        layers.sort_by_key(|layer| layer.order());
        let mut taken: Vec<&Place> = Vec::new();
        for stack in stacks(&layers) {
            join(&stack, &files, readings, values, &mut taken);
        }
    }
}

/// Lists what a session can see, the weakest first: one stack for each project.
fn stacks<'l>(layers: &[&'l Layer]) -> Vec<Vec<&'l Layer>> {
    let mut stacks: Vec<Vec<&Layer>> = vec![Vec::new()];
    for level in layers.chunk_by(|a, b| a.strength() == b.strength()) {
        let mut chains: Vec<Vec<&Layer>> = Vec::new();
        for &layer in level {
            let below = |chain: &&mut Vec<&Layer>| {
                let last = chain.last().map_or("", |last| last.root());
                let rest = layer.root().strip_prefix(last);
                rest.is_some_and(|rest| rest.is_empty() || last.is_empty() || rest.starts_with('/'))
            };
            match chains.iter_mut().find(below) {
                Some(chain) => chain.push(layer),
                None => chains.push(vec![layer]),
            }
        }
        let longer = |stack: &Vec<&'l Layer>| -> Vec<Vec<&'l Layer>> {
            let mut all = Vec::new();
            for chain in &chains {
                let mut stack = stack.clone();
                for &layer in chain {
                    if layer.dialect.merges == Merges::Changes && layer.defines() {
                        stack.clear();
                    }
                    stack.push(layer);
                }
                all.push(stack);
            }
            all
        };
        stacks = stacks.iter().flat_map(longer).collect();
    }
    stacks
}

/// Makes one entry of a stack; it stands where the nearest file tells what is started or reached.
fn join<'l>(
    stack: &[&'l Layer],
    files: &BTreeMap<String, SourceFile>,
    readings: &mut [Reading],
    values: &mut Values,
    taken: &mut Vec<&'l Place>,
) {
    let Some(at) = stack.iter().rposition(|layer| layer.defines()) else {
        return;
    };
    let owner = stack[at];
    if stack.len() < 2 {
        return;
    }
    let Some(reading) = readings.iter().find(|reading| reading.path == owner.path) else {
        return;
    };
    // A file that is not loaded changes nothing and is changed by nothing.
    let loads = |layer: &Layer| {
        let reading = readings.iter().find(|reading| reading.path == layer.path);
        reading.is_some_and(|reading| reading.loaded)
    };
    if !stack.iter().all(|layer| loads(layer)) {
        return;
    }
    let (node, over) = merged(stack, owner, files);
    let mut cx = ReadCx {
        file: &files[&owner.path],
        over,
        dialect: owner.dialect,
        known: owner.known,
        values,
        inputs: BTreeMap::new(),
        variables: owner.variables,
        out: reading.alike(),
        diagnostics: Vec::new(),
        saw_wrapper: false,
        scope: owner.scope,
        refused: None,
        merges: false,
    };
    let named_by = owner.dialect.named_by;
    let name = named_by.and_then(|key| node.get(key)?.as_str());
    let name = name.unwrap_or(owner.name());
    let mut server = fields::server(&mut cx, name, owner.at.clone(), &node, owner.keys.clone());
    let breaks = cx.out.breaks;
    told(&mut server, stack, at);
    values.subjects().replace(&owner.at, words_of(&node));
    for reading in readings.iter_mut() {
        if reading.path == owner.path {
            let first = !taken.contains(&&owner.at);
            let mut own = reading.servers.iter_mut();
            match own.find(|s| first && s.source == owner.at) {
                Some(entry) => *entry = server.clone(),
                None => reading.servers.push(server.clone()),
            }
            reading.breaks = reading.breaks.take().or(breaks.clone());
        }
        for layer in stack.iter().filter(|layer| layer.path == reading.path) {
            let replaced = layer.at != owner.at && layer.defines();
            let mut of_layer = reading.servers.iter_mut().filter(|s| s.source == layer.at);
            if replaced {
                of_layer.for_each(|entry| replace(entry, owner.scope));
            } else if of_layer.next().is_some() && layer.at != owner.at {
                reading.servers.retain(|s| s.source != layer.at);
                values.subjects().drop_entry(&layer.at);
            }
        }
    }
    taken.push(&owner.at);
}

fn replace(entry: &mut ServerEntry, by: Scope) {
    if entry.state.off().is_none() {
        let reason = format!("replaced by the {} entry of the same name", by.word());
        entry.state = State::Disabled(reason);
    }
}

/// Merges the nodes of a stack; the places of files other than the owner's follow after the end of its text.
fn merged<'f>(
    stack: &[&Layer],
    owner: &Layer,
    files: &'f BTreeMap<String, SourceFile>,
) -> (Node, Vec<(usize, &'f SourceFile)>) {
    let mut over: Vec<(usize, &SourceFile)> = Vec::new();
    let mut end = files[&owner.path].text.len() + 1;
    let mut whole: Option<Node> = None;
    for layer in stack {
        let mut next = layer.node.clone();
        if layer.path != owner.path {
            let file = &files[&layer.path];
            shift(&mut next, end);
            over.push((end, file));
            end += file.text.len() + 1;
        }
        match &mut whole {
            Some(below) => lay_over(below, next),
            None => whole = Some(next),
        }
    }
    let empty = || Node::new(Span::default(), Value::Map(Vec::new()));
    (whole.unwrap_or_else(empty), over)
}

fn shift(node: &mut Node, by: usize) {
    let moved = |span: Span| Span::new(span.start + by, span.end + by);
    node.span = moved(node.span);
    match &mut node.value {
        Value::List(items) => items.iter_mut().for_each(|item| shift(item, by)),
        Value::Map(entries) => {
            for entry in entries {
                entry.key_span = moved(entry.key_span);
                shift(&mut entry.value, by);
            }
        }
        _ => {}
    }
}

/// Maps are merged, everything else is replaced.
fn lay_over(below: &mut Node, above: Node) {
    match (&mut below.value, above.value) {
        (Value::Map(ours), Value::Map(theirs)) => {
            for entry in theirs {
                match ours.iter_mut().rfind(|own| own.key == entry.key) {
                    Some(own) => lay_over(&mut own.value, entry.value),
                    None => ours.push(entry),
                }
            }
        }
        (_, value) => *below = Node::new(above.span, value),
    }
}

/// Says which file set what, on the entry and on the words that depend on it.
fn told(server: &mut ServerEntry, stack: &[&Layer], owner: usize) {
    let place = server.approval.source.as_ref();
    let of_rule = stack
        .iter()
        .find(|l| place.is_some_and(|place| place.path == l.path));
    if let Some(layer) = of_rule {
        server.approval.set_by = set_by(layer.scope);
    }
    for layer in &stack[owner + 1..] {
        let scope = layer.scope.word();
        let mut switches = layer.dialect.switches.iter();
        if switches.any(|switch| layer.node.get(switch.key).is_some())
            && server.state == State::Disabled(fields::approval::OFF.to_owned())
        {
            let reason = format!("switched off by the {scope} entry of the same name");
            server.state = State::Disabled(reason);
        }
        let set = keys(&layer.node, |_| true);
        let text = format!("{set} set by the {scope} entry");
        let at = Some(layer.at.clone());
        server.marks.push(Mark::new(MarkLevel::Warning, text, at));
    }
    for layer in &stack[..owner] {
        let nearer = &stack[owner..];
        let adds = |entry: &Entry| {
            let hides = |l: &&Layer| l.node.get(&entry.key).is_some_and(|node| !node.is_map());
            !nearer.iter().any(hides)
        };
        let kept = keys(&layer.node, adds);
        if !kept.is_empty() {
            let text = format!("{kept} kept from the {} entry", layer.scope.word());
            let at = Some(layer.at.clone());
            server.marks.push(Mark::new(MarkLevel::Warning, text, at));
        }
    }
}

/// Names keys of an entry: at most four, then how many more.
fn keys(node: &Node, counts: impl Fn(&Entry) -> bool) -> String {
    const SHOWN: usize = 4;
    let entries = node.entries().into_iter().filter(|entry| counts(entry));
    let all: Vec<Redacted> = entries.map(|entry| Redacted::name(&entry.key)).collect();
    let shown: Vec<&str> = all.iter().take(SHOWN).map(Redacted::as_str).collect();
    match all.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} +{more}", shown.join(", ")),
    }
}
