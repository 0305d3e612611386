//! Builds the value tree from YAML events: anchors, aliases within a budget, merge keys.

use std::collections::{BTreeMap, BTreeSet};

use granit_parser::{Event, ScalarStyle, Span as EventSpan};
use indexmap::IndexMap;

use super::scalar;
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};
use crate::syntax::{Entry, MAX_DEPTH, Node, Value, too_deep};

/// Most values that aliases may add to a document.
const MOST_ALIASED: usize = 100_000;
/// Most bytes of text that aliases may add to a document.
const MOST_ALIASED_BYTES: usize = 16 * 1024 * 1024;

/// A finished value with its size.
#[derive(Clone)]
struct Built {
    node: Node,
    size: Size,
}

#[derive(Clone, Copy, Default)]
struct Size {
    values: usize,
    bytes: usize,
    height: usize,
}

impl Size {
    /// Counts a child in.
    fn add(&mut self, child: Size) {
        self.values += child.values;
        self.bytes += child.bytes;
        self.height = self.height.max(child.height + 1);
    }
}

/// What copies may still cost.
struct Budget {
    values: usize,
    bytes: usize,
}

impl Budget {
    fn spend(&mut self, size: Size) -> bool {
        let enough = size.values <= self.values && size.bytes <= self.bytes;
        if enough {
            self.values -= size.values;
            self.bytes -= size.bytes;
        }
        enough
    }
}

/// A list or map that is not closed yet.
struct Frame {
    start: usize,
    /// Where the last child ends in the text.
    end: usize,
    flow: bool,
    anchor: usize,
    size: Size,
    open: Open,
}

enum Open {
    List(Vec<Node>),
    Map {
        entries: Vec<Entry>,
        merged: Vec<Node>,
        key: Option<Key>,
    },
}

struct Key {
    text: String,
    span: Span,
    is_merge: bool,
}

/// Takes the events of one document.
pub(super) struct Builder<'a> {
    file: &'a SourceFile,
    base: usize,
    end: usize,
    stack: Vec<Frame>,
    /// Values by anchor; nothing for one that is too large to be repeated.
    anchors: BTreeMap<usize, Option<Built>>,
    kept: Budget,
    aliased: Budget,
    root: Option<Node>,
    /// What is worth saying.
    pub(super) notes: Vec<Diagnostic>,
}

impl<'a> Builder<'a> {
    /// Starts on the part of a file that begins at `base` and ends at `end`.
    pub(super) fn new(file: &'a SourceFile, base: usize, end: usize) -> Self {
        Self {
            file,
            base,
            end,
            stack: Vec::new(),
            anchors: BTreeMap::new(),
            kept: Budget {
                values: 10 * MOST_ALIASED,
                bytes: 4 * MOST_ALIASED_BYTES,
            },
            aliased: Budget {
                values: MOST_ALIASED,
                bytes: MOST_ALIASED_BYTES,
            },
            root: None,
            notes: Vec::new(),
        }
    }

    /// Returns the tree; a document that is one empty value holds nothing.
    pub(super) fn finish(self) -> (Option<Node>, Vec<Diagnostic>) {
        let empty = |node: &Node| node.is_null() && node.span.start == node.span.end;
        (self.root.filter(|node| !empty(node)), self.notes)
    }

    /// Takes one event.
    pub(super) fn event(&mut self, event: Event, span: &EventSpan) -> Result<(), Diagnostic> {
        let span = self.span(span);
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let as_text = style != ScalarStyle::Plain
                    || tag.is_some_and(|tag| tag.is_yaml_core_schema_tag("str"));
                self.scalar(&text, as_text, anchor, span);
                Ok(())
            }
            Event::SequenceStart(_, anchor, _) => self.open(span, anchor, Open::List(Vec::new())),
            Event::MappingStart(_, anchor, _) => {
                let map = Open::Map {
                    entries: Vec::new(),
                    merged: Vec::new(),
                    key: None,
                };
                self.open(span, anchor, map)
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.close(span);
                Ok(())
            }
            Event::Alias(anchor) => self.alias(anchor, span),
            _ => Ok(()),
        }
    }

    fn span(&self, span: &EventSpan) -> Span {
        let range = span.byte_range().unwrap_or_default();
        let start = (self.base + range.start).min(self.end);
        Span::new(start, (self.base + range.end).clamp(start, self.end))
    }

    fn scalar(&mut self, text: &str, as_text: bool, anchor: usize, span: Span) {
        // A value that is left out reaches us as `~` without a place.
        let text = if span.start == span.end && !as_text {
            ""
        } else {
            text
        };
        let value = if as_text {
            Value::String(text.to_owned())
        } else {
            scalar::plain(text)
        };
        let built = Built {
            node: Node::new(span, value),
            size: Size {
                values: 1,
                bytes: text.len(),
                height: 0,
            },
        };
        self.keep(anchor, &built);
        if let Some(key) = self.awaited_key() {
            *key = Some(Key {
                text: text.to_owned(),
                span,
                is_merge: text == "<<" && !as_text,
            });
            return;
        }
        self.attach(built, span.end);
    }

    fn open(&mut self, span: Span, anchor: usize, open: Open) -> Result<(), Diagnostic> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(too_deep(self.file, span.start, MAX_DEPTH));
        }
        self.stack.push(Frame {
            start: span.start,
            end: span.start,
            flow: span.start < span.end,
            anchor,
            size: Size {
                values: 1,
                ..Size::default()
            },
            open,
        });
        Ok(())
    }

    fn close(&mut self, span: Span) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        let value = match frame.open {
            Open::List(items) => Value::List(items),
            Open::Map {
                entries, merged, ..
            } => Value::Map(merge(entries, merged)),
        };
        // The end of a block is noticed only at the next token; its last child says where it really ends.
        let end = if frame.flow { span.end } else { frame.end };
        let built = Built {
            node: Node::new(Span::new(frame.start, end), value),
            size: frame.size,
        };
        self.keep(frame.anchor, &built);
        self.attach(built, end);
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<(), Diagnostic> {
        let at = || self.file.place(span.start);
        let built = match self.anchors.get(&anchor) {
            None => {
                return Err(Diagnostic::error(
                    "expected an alias to a value that is complete: this one holds itself",
                )
                .at(at()));
            }
            Some(Some(built)) if self.aliased.spend(built.size) => built.clone(),
            Some(_) => {
                return Err(Diagnostic::error(format!(
                    "aliases stand for more than {MOST_ALIASED} values or too much text"
                ))
                .at(at())
                .hint("write the values out, or give only the part that holds the servers"));
            }
        };
        let text = built.node.scalar().unwrap_or_default().to_owned();
        if let Some(key) = self.awaited_key() {
            *key = Some(Key {
                text,
                span,
                is_merge: false,
            });
            return Ok(());
        }
        if self.stack.len() + built.size.height > MAX_DEPTH {
            return Err(too_deep(self.file, span.start, MAX_DEPTH));
        }
        self.attach(built, span.end);
        Ok(())
    }

    fn keep(&mut self, anchor: usize, built: &Built) {
        if anchor != 0 {
            let kept = self.kept.spend(built.size).then(|| built.clone());
            self.anchors.insert(anchor, kept);
        }
    }

    /// Returns the place for a key, when the innermost open value is a map that waits for one.
    fn awaited_key(&mut self) -> Option<&mut Option<Key>> {
        match self.stack.last_mut().map(|frame| &mut frame.open) {
            Some(Open::Map {
                key: key @ None, ..
            }) => Some(key),
            _ => None,
        }
    }

    /// Gives a value, which ends at `end` in the text, to the innermost open list or map.
    fn attach(&mut self, built: Built, end: usize) {
        let Some(frame) = self.stack.last_mut() else {
            self.root = Some(built.node);
            return;
        };
        frame.end = frame.end.max(end);
        frame.size.add(built.size);
        match &mut frame.open {
            Open::List(items) => items.push(built.node),
            Open::Map {
                entries,
                merged,
                key,
            } => match key.take() {
                None => {
                    // A list or map as key has no name; its text stands for it.
                    let span = built.node.span;
                    let text = self
                        .file
                        .text
                        .get(span.start..span.end)
                        .unwrap_or_default()
                        .to_owned();
                    *key = Some(Key {
                        text,
                        span,
                        is_merge: false,
                    });
                }
                Some(key) if key.is_merge && is_mergeable(&built.node) => merged.push(built.node),
                Some(key) => {
                    frame.size.bytes += key.text.len();
                    entries.push(Entry {
                        key: key.text,
                        key_span: key.span,
                        value: built.node,
                    });
                }
            },
        }
    }
}

fn is_mergeable(node: &Node) -> bool {
    node.is_map() || node.is_list() && node.items().iter().all(Node::is_map)
}

/// Adds the entries of merge keys after the map's own, which win; of merged maps the earlier wins.
fn merge(mut entries: Vec<Entry>, merged: Vec<Node>) -> Vec<Entry> {
    if merged.is_empty() {
        return entries;
    }
    let own: BTreeSet<String> = entries.iter().map(|entry| entry.key.clone()).collect();
    let mut added: IndexMap<String, Entry> = IndexMap::new();
    let maps = merged.into_iter().flat_map(|node| match node.value {
        Value::List(maps) => maps,
        _ => vec![node],
    });
    for map in maps {
        let Value::Map(inner) = map.value else {
            continue;
        };
        // Within one map the last of duplicates wins.
        let mut last: IndexMap<String, Entry> = IndexMap::new();
        for entry in inner {
            last.insert(entry.key.clone(), entry);
        }
        for (key, entry) in last {
            if !own.contains(&key) {
                added.entry(key).or_insert(entry);
            }
        }
    }
    entries.extend(added.into_values());
    entries
}
