//! Checks the text of an SVG picture: only plain elements, every shape in a role, references that resolve, text inside its box.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};

const KINDS: [&str; 6] = ["node", "boundary", "flow", "net", "label", "note"];
/// Half a pixel of rounding.
const SLACK: f64 = 0.6;

/// A box as drawn: left, top, right, bottom.
type Area = [f64; 4];

struct Picture<'a> {
    found: Vec<String>,
    areas: BTreeMap<(&'a str, &'a str), Area>,
}

/// Returns every violation in words; none for a good picture.
pub(crate) fn violations(svg: &str) -> Vec<String> {
    let document = match Document::parse(svg) {
        Ok(document) => document,
        Err(error) => return vec![format!("not well-formed: {error}")],
    };
    let root = document.root_element();
    let mut picture = Picture {
        found: Vec::new(),
        areas: BTreeMap::new(),
    };
    picture.elements(root);
    picture.identities(root);
    picture.groups(root);
    picture.texts(root);
    picture.found
}

fn allowed(tag: &str) -> Option<&'static [&'static str]> {
    Some(match tag {
        "svg" => &[
            "viewBox",
            "width",
            "height",
            "font-family",
            "text-rendering",
            "stroke-linejoin",
            "role",
            "aria-labelledby",
        ],
        "title" | "desc" => &["id"],
        "style" => &[],
        "g" => &[
            "class",
            "data-kind",
            "data-id",
            "data-parent",
            "data-from",
            "data-to",
            "data-for",
        ],
        "rect" => &[
            "x",
            "y",
            "width",
            "height",
            "rx",
            "class",
            "fill",
            "stroke",
            "stroke-width",
            "stroke-dasharray",
        ],
        "path" => &[
            "d",
            "transform",
            "class",
            "fill",
            "stroke",
            "stroke-width",
            "stroke-dasharray",
            "stroke-opacity",
            "stroke-linecap",
        ],
        "text" => &[
            "x",
            "y",
            "font-size",
            "font-weight",
            "textLength",
            "lengthAdjust",
            "class",
            "fill",
        ],
        _ => return None,
    })
}

impl<'a> Picture<'a> {
    fn say(&mut self, what: impl Into<String>) {
        self.found.push(what.into());
    }

    /// Only plain elements and attributes, colours as `#rrggbb`, one style sheet without functions that viewers lack.
    fn elements(&mut self, root: Node<'a, 'a>) {
        let mut sheets = 0;
        for element in root.descendants().filter(Node::is_element) {
            let tag = element.tag_name().name();
            let Some(attributes) = allowed(tag) else {
                self.say(format!("element <{tag}>"));
                continue;
            };
            for attribute in element.attributes() {
                let (name, value) = (attribute.name(), attribute.value());
                if !attributes.contains(&name) {
                    self.say(format!("attribute {name} on <{tag}>"));
                }
                let hex = value.len() == 7
                    && value.starts_with('#')
                    && value[1..].bytes().all(|b| b.is_ascii_hexdigit());
                if matches!(name, "fill" | "stroke") && value != "none" && !hex {
                    self.say(format!("{name} is not `#rrggbb` on <{tag}>"));
                }
            }
            if tag == "style" {
                sheets += 1;
                let sheet = element.text().unwrap_or("");
                for foreign in [
                    "var(",
                    "http",
                    "@import",
                    "url(h",
                    "currentColor",
                    "light-dark",
                ] {
                    if sheet.contains(foreign) {
                        self.say(format!("{foreign} in the style sheet"));
                    }
                }
            }
            if matches!(tag, "rect" | "path" | "text") && !element.has_attribute("fill") {
                self.say(format!("<{tag}> without fill"));
            }
        }
        if sheets > 1 {
            self.say("more than one style sheet");
        }
    }

    fn identities(&mut self, root: Node<'a, 'a>) {
        let mut ids = BTreeSet::new();
        let mut groups = BTreeSet::new();
        for element in root.descendants().filter(Node::is_element) {
            if let Some(id) = element.attribute("id")
                && !ids.insert(id)
            {
                self.say(format!("id {id} twice"));
            }
            if let Some(id) = element.attribute("data-id")
                && !groups.insert((element.attribute("data-kind"), id))
            {
                self.say(format!("data-id {id} twice"));
            }
        }
        let titles: Vec<&str> = root
            .attribute("aria-labelledby")
            .unwrap_or("")
            .split(' ')
            .collect();
        for id in titles {
            if !ids.contains(id) {
                self.say("aria-labelledby names nothing");
            }
        }
        if root.attribute("role") != Some("img") {
            self.say("root has no role img");
        }
    }

    /// Every shape in a group with a known role, references that resolve, boxes inside their frames.
    fn groups(&mut self, root: Node<'a, 'a>) {
        for group in root.children().filter(|n| n.has_tag_name("g")) {
            let kind = group.attribute("data-kind").unwrap_or("");
            if !KINDS.contains(&kind) {
                self.say(format!("unknown data-kind {kind}"));
            }
            let rects = group
                .children()
                .filter(|n| n.has_tag_name("rect"))
                .filter_map(area);
            let largest = rects.max_by(|a, b| size(a).total_cmp(&size(b)));
            if let (Some(id), Some(largest)) = (group.attribute("data-id"), largest) {
                self.areas.insert((kind, id), largest);
            }
        }
        let flows: BTreeSet<&str> = of_kind(root, "flow")
            .filter_map(|g| g.attribute("data-id"))
            .collect();
        for group in root.children().filter(|n| n.has_tag_name("g")) {
            let id = group.attribute("data-id").unwrap_or("?");
            let kind = group.attribute("data-kind").unwrap_or("");
            for end in ["data-from", "data-to"]
                .into_iter()
                .filter_map(|name| group.attribute(name))
            {
                if !self.areas.contains_key(&("node", end)) {
                    self.say(format!("{id}: no node {end}"));
                }
            }
            for flow in group.attribute("data-for").unwrap_or("").split_whitespace() {
                if !flows.contains(flow) {
                    self.say(format!("{id}: no flow {flow}"));
                }
            }
            if let Some(parent) = group.attribute("data-parent") {
                match (
                    self.areas.get(&("boundary", parent)),
                    self.areas.get(&(kind, id)),
                ) {
                    (None, _) => self.say(format!("{id}: no boundary {parent}")),
                    (Some(outer), Some(inner)) if !within(inner, outer) => {
                        self.say(format!("{id} leaves {parent}"));
                    }
                    _ => {}
                }
            }
        }
        for shape in root
            .children()
            .filter(|n| n.is_element() && ["rect", "path", "text"].contains(&n.tag_name().name()))
        {
            let same = |name| shape.attribute(name) == root.attribute(name);
            let whole = shape.has_tag_name("rect") && same("width") && same("height");
            if !whole {
                self.say(format!("<{}> in no group", shape.tag_name().name()));
            }
        }
    }

    /// Every text has its length, lies on the canvas and inside the box of its group.
    fn texts(&mut self, root: Node<'a, 'a>) {
        let canvas = [0.0, 0.0, number(root, "width"), number(root, "height")];
        for text in root.descendants().filter(|n| n.has_tag_name("text")) {
            let words = text.text().unwrap_or("");
            let (x, y, size) = (
                number(text, "x"),
                number(text, "y"),
                number(text, "font-size"),
            );
            if !text.has_attribute("textLength")
                || text.attribute("lengthAdjust") != Some("spacingAndGlyphs")
            {
                self.say(format!("no textLength: {words}"));
            }
            if size < 10.0 {
                self.say(format!("smaller than 10 px: {words}"));
            }
            let ink = [
                x,
                y - 0.76 * size,
                x + number(text, "textLength"),
                y + 0.22 * size,
            ];
            let group = text.parent().filter(|n| n.has_tag_name("g"));
            let home =
                group.and_then(|g| Some((g.attribute("data-kind")?, g.attribute("data-id")?)));
            let outer = home
                .and_then(|home| self.areas.get(&home))
                .copied()
                .unwrap_or(canvas);
            if !within(&ink, &outer) || !within(&ink, &canvas) {
                self.say(format!("outside its box: {words}"));
            }
        }
    }
}

fn of_kind<'a>(root: Node<'a, 'a>, kind: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    root.children()
        .filter(move |n| n.attribute("data-kind") == Some(kind))
}

fn number(element: Node<'_, '_>, name: &str) -> f64 {
    element
        .attribute(name)
        .and_then(|value| value.parse().ok())
        .unwrap_or(0.0)
}

fn area(rect: Node<'_, '_>) -> Option<Area> {
    rect.attribute("width")?;
    let (x, y) = (number(rect, "x"), number(rect, "y"));
    Some([x, y, x + number(rect, "width"), y + number(rect, "height")])
}

fn size(area: &Area) -> f64 {
    (area[2] - area[0]) * (area[3] - area[1])
}

fn within(inner: &Area, outer: &Area) -> bool {
    inner[0] >= outer[0] - SLACK
        && inner[1] >= outer[1] - SLACK
        && inner[2] <= outer[2] + SLACK
        && inner[3] <= outer[3] + SLACK
}
