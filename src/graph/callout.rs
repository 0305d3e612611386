//! Callouts: remarks too long for a box. The box shows a number, the list below the picture the words.

use super::{Architecture, Line, LineRole, Mark, MarkLevel, Node};
use crate::diagnostic::Place;

/// Longest remark that stands in its box as a line, in characters.
const LINE: usize = 45;

/// A remark on parts of the picture; its number is its place in [`Architecture::callouts`], from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callout {
    /// Ids of the nodes, boundaries and flows that it is about.
    pub on: Vec<String>,
    /// How loud.
    pub level: MarkLevel,
    /// The words, in full.
    pub text: String,
    /// Where its reason stands.
    pub source: Option<Place>,
}

/// Gives the role of a mark's line.
fn role(level: MarkLevel) -> LineRole {
    match level {
        MarkLevel::Note => LineRole::Plain,
        MarkLevel::Warning => LineRole::Warning,
        MarkLevel::Alarm => LineRole::Alarm,
    }
}

/// Says whether a mark stands in its box as a line.
pub(crate) fn fits(mark: &Mark) -> bool {
    mark.text.chars().count() <= LINE
}

fn said(mark: &Mark, lines: &[Line]) -> bool {
    lines.iter().any(|line| line.text == mark.text)
}

impl Node {
    /// Returns the lines of its box: its own, the reason why it is off, and the marks that fit there.
    pub fn box_lines(&self) -> Vec<Line> {
        let mut lines = self.lines.clone();
        if let Some(reason) = &self.off
            && !lines.iter().any(|line| says_off(line, reason))
        {
            lines.push(Line::new(LineRole::Off, reason.clone()));
        }
        for mark in self.marks.iter().filter(|mark| fits(mark)) {
            if !said(mark, &lines) {
                lines.push(Line::new(role(mark.level), mark.text.clone()));
            }
        }
        lines
    }
}

/// Says whether a line gives the reason why something is off.
fn says_off(line: &Line, reason: &str) -> bool {
    line.role == LineRole::Off || line.text.contains(reason)
}

impl Architecture {
    /// Returns the remarks that stand in the list below the picture, in reading order: what does not fit into its box
    /// or frame, then those added to `remarks`. The same words about several things are one callout.
    pub fn callouts(&self) -> Vec<Callout> {
        let mut out: Vec<Callout> = Vec::new();
        let mut add = |on: &str, mark: &Mark| {
            let same = |c: &&mut Callout| c.text == mark.text && c.level == mark.level;
            match out.iter_mut().find(same) {
                Some(known) => known.on.push(on.to_owned()),
                None => out.push(Callout {
                    on: vec![on.to_owned()],
                    level: mark.level,
                    text: mark.text.clone(),
                    source: mark.source.clone(),
                }),
            }
        };
        for boundary in &self.boundaries {
            for mark in boundary.marks.iter().filter(|m| !said(m, &boundary.lines)) {
                add(&boundary.id, mark);
            }
        }
        for node in self.nodes() {
            let long = |mark: &&Mark| !fits(mark) && !said(mark, &node.lines);
            for mark in node.marks.iter().filter(long) {
                add(&node.id, mark);
            }
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
    fn short_remarks_stand_in_the_box_and_long_ones_in_the_list() {
        let mut arch = Architecture::default();
        arch.add_node(node(
            "a",
            &[(MarkLevel::Warning, "short"), (MarkLevel::Warning, LONG)],
        ));
        arch.add_node(node("b", &[(MarkLevel::Warning, LONG)]));
        let lines = arch.node("a").unwrap().box_lines();
        assert_eq!(lines, [Line::new(LineRole::Warning, "short")]);
        // The same words about two boxes have one number.
        let callouts = arch.callouts();
        assert_eq!(callouts.len(), 1);
        assert_eq!(callouts[0].on, ["a", "b"]);
        assert_eq!(callouts[0].text, LONG);
    }

    #[test]
    fn remarks_of_a_review_are_numbered_after_the_own_ones() {
        let mut arch = Architecture::default();
        arch.add_node(node("a", &[(MarkLevel::Note, LONG)]));
        let finding = Callout {
            on: vec!["a".to_owned()],
            level: MarkLevel::Alarm,
            text: "finding".to_owned(),
            source: None,
        };
        arch.remarks.push(finding.clone());
        assert_eq!(arch.callouts()[1], finding);
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
