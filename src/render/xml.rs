//! A small XML writer: one escape function, numbers rounded once, attributes in the order given.

/// Writes elements into a string, one per line, indented by depth.
#[derive(Debug, Default)]
pub(crate) struct Xml {
    out: String,
    open: Vec<&'static str>,
    /// The start tag of the innermost element has no `>` yet.
    pending: bool,
    /// Depth of the place where the string will be put.
    depth: usize,
}

impl Xml {
    /// Starts a piece of a document that will stand inside other elements, of about so many bytes.
    pub(crate) fn inside(depth: usize, bytes: usize) -> Self {
        Self {
            out: String::with_capacity(bytes),
            depth,
            ..Self::default()
        }
    }

    /// Starts an element; attributes may follow.
    pub(crate) fn start(&mut self, tag: &'static str) -> &mut Self {
        self.finish_tag();
        self.indent();
        self.out.push('<');
        self.out.push_str(tag);
        self.open.push(tag);
        self.pending = true;
        self
    }

    /// Adds an attribute to the element just started.
    pub(crate) fn attr(&mut self, name: &str, value: &str) -> &mut Self {
        self.with(name, |out| push_escaped(out, value))
    }

    /// Adds a number as an attribute.
    pub(crate) fn number(&mut self, name: &str, value: f64) -> &mut Self {
        self.with(name, |out| push_number(out, value))
    }

    /// Adds an attribute whose value needs no escaping.
    pub(crate) fn with(&mut self, name: &str, write: impl FnOnce(&mut String)) -> &mut Self {
        debug_assert!(self.pending, "attribute {name} after content");
        for piece in [" ", name, "=\""] {
            self.out.push_str(piece);
        }
        write(&mut self.out);
        self.out.push('"');
        self
    }

    /// Adds attributes that are written already, each after a blank.
    pub(crate) fn attrs(&mut self, written: &str) -> &mut Self {
        debug_assert!(self.pending, "attributes after content");
        self.out.push_str(written);
        self
    }

    /// Ends the innermost element.
    pub(crate) fn end(&mut self) -> &mut Self {
        if let Some(tag) = self.open.pop() {
            if self.pending {
                self.pending = false;
                self.out.push_str("/>\n");
            } else {
                self.indent();
                self.close(tag);
            }
        }
        self
    }

    /// Writes text as the only content of the element just started, and ends it on the same line.
    pub(crate) fn end_with_text(&mut self, text: &str) -> &mut Self {
        if let Some(tag) = self.open.pop() {
            debug_assert!(self.pending, "text after content");
            self.pending = false;
            self.out.push('>');
            push_escaped(&mut self.out, text);
            self.close(tag);
        }
        self
    }

    /// Adds a piece that is well-formed already.
    pub(crate) fn raw(&mut self, piece: &str) -> &mut Self {
        self.finish_tag();
        self.out.push_str(piece);
        self.out.push('\n');
        self
    }

    /// Puts a piece that is well-formed into the innermost element, ends all elements and returns the document.
    pub(crate) fn around(mut self, piece: String) -> String {
        self.finish_tag();
        let head = std::mem::replace(&mut self.out, piece);
        self.out.insert_str(0, &head);
        while !self.open.is_empty() {
            self.end();
        }
        self.out
    }

    /// Returns the document; every element must be ended.
    pub(crate) fn finish(self) -> String {
        debug_assert!(self.open.is_empty(), "unclosed elements");
        self.out
    }

    fn finish_tag(&mut self) {
        if self.pending {
            self.pending = false;
            self.out.push_str(">\n");
        }
    }

    fn close(&mut self, tag: &str) {
        for piece in ["</", tag, ">\n"] {
            self.out.push_str(piece);
        }
    }

    fn indent(&mut self) {
        for _ in 0..self.depth + self.open.len() {
            self.out.push(' ');
        }
    }
}

/// Says whether a byte stands for itself everywhere.
fn is_plain(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte) & !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'')
}

/// Escapes text for content and attributes alike; what XML cannot hold, or what reorders text, becomes U+FFFD.
fn push_escaped(out: &mut String, text: &str) {
    // without an early end, many bytes are looked at in one step
    if text.bytes().fold(true, |plain, b| plain & is_plain(b)) {
        out.push_str(text);
        return;
    }
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|b| !is_plain(b)) {
        let (plain, other) = rest.split_at(at);
        out.push_str(plain);
        let mut chars = other.chars();
        let Some(c) = chars.next() else { break };
        rest = chars.as_str();
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Attributes turn plain line ends and tabs into spaces.
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            c if forbidden(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out.push_str(rest);
}

/// Characters outside XML 1.0's `Char`, other controls, and those that change the direction of text.
fn forbidden(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c),
            0xfffe..=0xffff | 0x202a..=0x202e | 0x2066..=0x2069 | 0x200e..=0x200f | 0x61c | 0x2028..=0x2029)
}

/// Writes a number with at most two digits after the point, never `-0`.
pub(crate) fn number(value: f64) -> String {
    let mut out = String::new();
    push_number(&mut out, value);
    out
}

/// Appends a number with at most two digits after the point, never `-0`.
pub(crate) fn push_number(out: &mut String, value: f64) {
    let value = if value.is_finite() { value } else { 0.0 };
    #[expect(clippy::cast_possible_truncation, reason = "a canvas is far smaller")]
    let hundredths = (value * 100.0).round_ties_even() as i64;
    if hundredths < 0 {
        out.push('-');
    }
    let size = hundredths.unsigned_abs();
    out.push_str(itoa::Buffer::new().format(size / 100));
    let digit = |n: u64| char::from(b'0' + (n % 10) as u8);
    if !size.is_multiple_of(100) {
        out.push('.');
        out.push(digit(size / 10));
    }
    if !size.is_multiple_of(10) {
        out.push(digit(size));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn writes_what_it_is_told_in_order() {
        let mut xml = Xml::default();
        xml.start("g").attr("data-id", "a\"b");
        xml.start("rect").number("x", 1.0).number("y", -0.001).end();
        xml.start("text").end_with_text("a < b & c");
        xml.end();
        assert_eq!(
            xml.finish(),
            "<g data-id=\"a&quot;b\">\n <rect x=\"1\" y=\"0\"/>\n <text>a &lt; b &amp; c</text>\n</g>\n"
        );
    }

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (1.0, "1"),
            (1.005, "1"),
            (1.5, "1.5"),
            (-0.001, "0"),
            (-2.25, "-2.25"),
            (100.0, "100"),
            (f64::NAN, "0"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn direction_marks_and_controls_become_visible() {
        let mut out = String::new();
        push_escaped(&mut out, "a\u{202e}b\u{0}c\u{7f}");
        assert_eq!(out, "a\u{fffd}b\u{fffd}c\u{fffd}");
    }

    fn hostile() -> impl Strategy<Value = String> {
        prop_oneof![
            any::<String>(),
            "(\\]\\]>|<script>|&amp;|&#0;|\"|'|<!--|-->|<!\\[CDATA\\[|[\\x00-\\x20]|\u{202e}|🧪|שלום|\u{fffe})*",
        ]
    }

    proptest! {
        #[test]
        fn any_text_stays_inside_its_element(text in hostile(), value in hostile()) {
            let mut xml = Xml::default();
            xml.start("g").attr("data-id", &value);
            xml.start("text").end_with_text(&text);
            xml.end();
            let written = xml.finish();
            let document = roxmltree::Document::parse(&written).unwrap();
            let elements = document.descendants().filter(roxmltree::Node::is_element).count();
            prop_assert_eq!(elements, 2);
            let expect = |s: &str| s.chars().map(|c| match c {
                '\t' | '\n' | '\r' => c,
                c if forbidden(c) => '\u{fffd}',
                c => c,
            }).collect::<String>();
            let root = document.root_element();
            prop_assert_eq!(root.attribute("data-id").unwrap(), expect(&value));
            let inner = root.first_element_child().unwrap();
            prop_assert_eq!(inner.text().unwrap_or(""), expect(&text));
        }
    }
}
