//! Callouts: remarks too long for a box. The box shows a number, the list below the picture the words.

use std::collections::{BTreeMap, BTreeSet};

use super::{Architecture, Boundary, Line, LineRole, Mark, MarkLevel, Node};
use crate::diagnostic::Place;
use crate::distinct;

/// Longest remark that stands in its box as a line, in characters.
pub(crate) const LINE: usize = 60;

/// Names and places in a row of the list.
const NAMES: usize = 3;
/// Remarks of a box of which the first clause is shown; further long ones have a number alone.
const BEGUN: usize = 3;

/// A remark on parts of the picture; its number is its place in [`Architecture::callouts`], from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callout {
    /// Ids of the nodes, boundaries and flows that it is about.
    pub on: Vec<String>,
    /// How loud.
    pub level: MarkLevel,
    /// The words, in full.
    pub text: String,
    /// Where its reasons stand.
    pub sources: Vec<Place>,
}

impl Callout {
    /// Returns its row in a list: what it is about, its words, and where their reasons stand.
    pub fn listed(&self, arch: &Architecture) -> String {
        let mut names: Vec<String> = Vec::new();
        let on = self.on.iter().filter_map(|id| {
            let node = arch.node(id).map(|node| node.label.clone());
            let frame = || arch.boundary(id).map(|frame| frame.label.clone());
            node.or_else(frame).or_else(|| flow_name(id, arch))
        });
        distinct::extend(&mut names, on);
        let places: Vec<String> = (self.sources.iter())
            .map(|place| format!("{}:{}", place.path, place.line))
            // Some remarks are about places themselves.
            .filter(|place| !self.text.contains(place))
            .collect();
        let mut said = self.text.clone();
        if !names.is_empty() {
            said = format!("{}: {said}", some(&names));
        }
        if !places.is_empty() {
            said = format!("{said} ({})", some(&places));
        }
        said
    }
}

fn flow_name(id: &str, arch: &Architecture) -> Option<String> {
    let flow = arch.flows().into_iter().find(|flow| flow.id == id)?;
    let (from, to) = (arch.node(&flow.from)?, arch.node(&flow.to)?);
    Some(format!("{} to {}", from.label, to.label))
}

/// Lists the first of some names and how many more there are.
fn some(names: &[String]) -> String {
    let shown = names[..names.len().min(NAMES)].join(", ");
    match names.len().saturating_sub(NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Gives the role of a mark's line.
fn role(level: MarkLevel) -> LineRole {
    match level {
        MarkLevel::Note => LineRole::Plain,
        MarkLevel::Warning => LineRole::Warning,
        MarkLevel::Alarm => LineRole::Alarm,
    }
}

/// Says whether a mark stands in its box as a whole line.
pub(crate) fn fits(mark: &Mark) -> bool {
    mark.text.chars().count() <= LINE
}

/// The words that stand in a box already.
fn said(lines: &[Line]) -> BTreeSet<String> {
    lines.iter().map(|line| line.text.clone()).collect()
}

/// The remarks that do not stand in a box as they are.
fn long<'m>(marks: &'m [Mark], lines: &[Line]) -> Vec<&'m Mark> {
    let said = said(lines);
    let long = |mark: &&Mark| !fits(mark) && !said.contains(&mark.text);
    marks.iter().filter(long).collect()
}

/// Returns the first clause of a remark that fits into a line: it is true without what follows.
fn clause(text: &str) -> Option<&str> {
    // Not at a comma: of a list no beginning is true.
    let ends = [": ", "; ", " ("].into_iter();
    let end = ends.filter_map(|end| text.find(end)).min()?;
    (text[..end].chars().count() <= LINE).then_some(&text[..end])
}

/// Adds what a box shows of its remarks: the short ones, and what some of the long ones from a level on say first. What
/// is a warning and has no clause of its own to begin with stands there whole.
fn add(lines: &mut Vec<Line>, marks: &[Mark], from: MarkLevel) {
    let mut begun = 0;
    let mut said = said(lines);
    for mark in marks {
        if !said.insert(mark.text.clone()) {
            continue;
        }
        let text = if fits(mark) {
            mark.text.clone()
        } else if mark.level >= from && begun < BEGUN {
            begun += 1;
            match clause(&mark.text) {
                Some(clause) => clause.to_owned(),
                None if mark.level > MarkLevel::Note => mark.text.clone(),
                None => continue,
            }
        } else {
            continue;
        };
        said.insert(text.clone());
        lines.push(Line::new(role(mark.level), text));
    }
}

/// Adds remarks in full.
fn add_whole<'a>(lines: &mut Vec<Line>, marks: impl IntoIterator<Item = &'a Mark>) {
    let mut said = said(lines);
    for mark in marks {
        if said.insert(mark.text.clone()) {
            lines.push(Line::new(role(mark.level), mark.text.clone()));
        }
    }
}

impl Node {
    /// Returns its own lines, and the reason why it is off.
    fn own_lines(&self) -> Vec<Line> {
        let mut lines = self.lines.clone();
        if let Some(reason) = &self.off
            && !lines.iter().any(|line| says_off(line, reason))
        {
            lines.push(Line::new(LineRole::Off, reason.clone()));
        }
        lines
    }

    /// Returns its own lines, the reason why it is off, and its short remarks.
    pub(crate) fn short_lines(&self) -> Vec<Line> {
        let mut lines = self.own_lines();
        let short = self.marks.iter().filter(|mark| fits(mark));
        add_whole(&mut lines, short);
        lines
    }

    /// Returns the lines of its box in a picture whose long remarks are numbered and listed below.
    pub fn box_lines(&self) -> Vec<Line> {
        let mut lines = self.own_lines();
        add(&mut lines, &self.marks, MarkLevel::Warning);
        lines
    }

    /// Returns the lines of its box with every remark in full.
    pub fn all_lines(&self) -> Vec<Line> {
        let mut lines = self.own_lines();
        add_whole(&mut lines, &self.marks);
        lines
    }
}

impl Boundary {
    /// Returns the lines under its title in a picture whose long remarks are numbered and listed below.
    pub fn box_lines(&self) -> Vec<Line> {
        let mut lines = self.lines.clone();
        add(&mut lines, &self.marks, MarkLevel::Note);
        lines
    }

    /// Returns the lines under its title with every remark in full.
    pub fn all_lines(&self) -> Vec<Line> {
        let mut lines = self.lines.clone();
        add_whole(&mut lines, &self.marks);
        lines
    }
}

/// Says whether a line gives the reason why something is off.
fn says_off(line: &Line, reason: &str) -> bool {
    line.role == LineRole::Off || line.text.contains(reason)
}

impl Architecture {
    /// Returns the remarks that stand in the list below the picture, in reading order: what does not fit into its box
    /// or frame, then those added to `remarks`. The same words about several things are one callout. A remark without a
    /// place of its own has that of what it is about.
    pub fn callouts(&self) -> Vec<Callout> {
        let mut out: Vec<Callout> = Vec::new();
        let mut known: BTreeMap<(String, MarkLevel), usize> = BTreeMap::new();
        let mut add = |on: &str, mark: &Mark, place: Option<&Place>| {
            let at = known
                .entry((mark.text.clone(), mark.level))
                .or_insert_with(|| {
                    out.push(Callout {
                        on: Vec::new(),
                        level: mark.level,
                        text: mark.text.clone(),
                        sources: Vec::new(),
                    });
                    out.len() - 1
                });
            let callout = &mut out[*at];
            callout.on.push(on.to_owned());
            let place = mark.source.as_ref().or(place);
            callout.sources.extend(place.cloned());
        };
        for boundary in &self.boundaries {
            for mark in long(&boundary.marks, &boundary.lines) {
                add(&boundary.id, mark, boundary.source.as_ref());
            }
        }
        for node in self.nodes() {
            for mark in long(&node.marks, &node.lines) {
                add(&node.id, mark, node.source.as_ref());
            }
        }
        for callout in &mut out {
            distinct::by(&mut callout.on, Clone::clone);
            distinct::by(&mut callout.sources, |place| {
                (place.path.clone(), place.line)
            });
        }
        out.extend(self.remarks.iter().cloned());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Evidence, NodeKind};

    const LONG: &str = "written 2 times in this file: the last one counts, the first is never read";

    fn node(id: &str, marks: &[(MarkLevel, &str)]) -> Node {
        let mut node = Node::new(id, NodeKind::Client, id, None, Evidence::Declared);
        let marks = marks
            .iter()
            .map(|(level, text)| Mark::new(*level, *text, None));
        node.marks = marks.collect();
        node
    }

    #[test]
    fn short_remarks_stand_in_the_box_and_long_ones_begin_there_and_go_on_in_the_list() {
        let mut arch = Architecture::default();
        arch.add_node(node(
            "a",
            &[(MarkLevel::Warning, "short"), (MarkLevel::Warning, LONG)],
        ));
        arch.add_node(node("b", &[(MarkLevel::Warning, LONG)]));
        let lines = arch.node("a").unwrap().box_lines();
        let begun = Line::new(LineRole::Warning, "written 2 times in this file");
        assert_eq!(lines, [Line::new(LineRole::Warning, "short"), begun]);
        // The same words about two boxes have one number.
        let callouts = arch.callouts();
        assert_eq!(callouts.len(), 1);
        assert_eq!(callouts[0].on, ["a", "b"]);
        assert_eq!(callouts[0].text, LONG);
    }

    #[test]
    fn no_remark_is_cut_within_a_clause() {
        let long = "one word after another, and ".repeat(4);
        let table = [
            (
                "ignored by 5 others, they read another key: Copilot CLI, VS Code, Cursor",
                "ignored by 5 others, they read another key",
            ),
            (
                "1 server may ask the model without a question to anybody (sampling)",
                "1 server may ask the model without a question to anybody",
            ),
            (long.as_str(), long.as_str()),
        ];
        for (text, shown) in table {
            let lines = node("a", &[(MarkLevel::Warning, text)]).box_lines();
            assert_eq!(lines, [Line::new(LineRole::Warning, shown)]);
        }
    }

    #[test]
    fn remarks_of_a_review_are_numbered_after_the_own_ones() {
        let mut arch = Architecture::default();
        arch.add_node(node("a", &[(MarkLevel::Note, LONG)]));
        let finding = Callout {
            on: vec!["a".to_owned()],
            level: MarkLevel::Alarm,
            text: "finding".to_owned(),
            sources: Vec::new(),
        };
        arch.remarks.push(finding.clone());
        assert_eq!(arch.callouts()[1], finding);
    }

    #[test]
    fn a_row_of_the_list_names_its_boxes_and_every_place() {
        let mut arch = Architecture::default();
        let place = |line| Place {
            path: ".mcp.json".to_owned(),
            line,
            column: 3,
        };
        for (id, line) in [("a", 4), ("b", 9)] {
            let mut node = node(id, &[(MarkLevel::Warning, LONG)]);
            // One has its own place, the other that of its box.
            match line {
                4 => node.marks[0].source = Some(place(4)),
                _ => node.source = Some(place(line)),
            }
            arch.add_node(node);
        }
        let listed = arch.callouts()[0].listed(&arch);
        assert_eq!(listed, format!("a, b: {LONG} (.mcp.json:4, .mcp.json:9)"));
    }

    #[test]
    fn a_box_says_once_why_it_is_off() {
        let mut off = node("a", &[]);
        off.off = Some("disabled in the file".to_owned());
        off.lines
            .push(Line::new(LineRole::Plain, "off: disabled in the file"));
        assert_eq!(off.box_lines().len(), 1);
    }
}
