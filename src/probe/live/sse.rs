//! Server-sent events, read piece by piece (HTML standard, section 9.2).

/// One event.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Event {
    /// Type; `message` where none is written.
    pub(super) name: String,
    /// Data lines, joined.
    pub(super) data: String,
}

/// Takes bytes, gives events.
#[derive(Default)]
pub(super) struct Parser {
    line: Vec<u8>,
    name: String,
    data: Vec<u8>,
    has_data: bool,
    /// The last byte was a carriage return: a line feed after it belongs to it.
    after_return: bool,
    started: bool,
}

impl Parser {
    /// Takes a piece of the stream and adds the events that end in it.
    pub(super) fn push(&mut self, piece: &[u8], events: &mut Vec<Event>) {
        for &byte in piece {
            let after_return = std::mem::replace(&mut self.after_return, byte == b'\r');
            match byte {
                b'\n' if after_return => {}
                b'\n' | b'\r' => self.end_line(events),
                _ => self.line.push(byte),
            }
        }
    }

    fn end_line(&mut self, events: &mut Vec<Event>) {
        let line = std::mem::take(&mut self.line);
        let mut line = line.as_slice();
        if !std::mem::replace(&mut self.started, true) {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        if line.is_empty() {
            self.end_event(events);
            return;
        }
        let (field, value) = match line.iter().position(|b| *b == b':') {
            Some(at) => (&line[..at], &line[at + 1..]),
            None => (line, &[][..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"event" => self.name = String::from_utf8_lossy(value).into_owned(),
            b"data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.data.push(b'\n');
                }
                self.data.extend_from_slice(value);
            }
            // Comments (an empty field name), `id`, `retry` and what is unknown.
            _ => {}
        }
    }

    fn end_event(&mut self, events: &mut Vec<Event>) {
        let name = std::mem::take(&mut self.name);
        let data = std::mem::take(&mut self.data);
        if !std::mem::take(&mut self.has_data) {
            return;
        }
        events.push(Event {
            name: if name.is_empty() {
                "message".to_owned()
            } else {
                name
            },
            data: String::from_utf8_lossy(&data).into_owned(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(text: &str) -> String {
        let mut whole = Vec::new();
        Parser::default().push(text.as_bytes(), &mut whole);
        let mut bytewise = Vec::new();
        let mut parser = Parser::default();
        for byte in text.bytes() {
            parser.push(&[byte], &mut bytewise);
        }
        assert_eq!(whole, bytewise);
        let shown: Vec<_> = whole
            .iter()
            .map(|e| format!("{}={}", e.name, e.data))
            .collect();
        shown.join(" | ")
    }

    #[test]
    fn events_as_servers_write_them() {
        let table = [
            (
                "event: endpoint\ndata: /message?sessionId=1\n\n",
                "endpoint=/message?sessionId=1",
            ),
            (
                "id: 1\ndata: \n\nevent: message\nid: 2\ndata: {}\n\n",
                "message= | message={}",
            ),
            (
                "\u{feff}data:a\r\ndata: b\r\n\r\ndata:c\r\r",
                "message=a\nb | message=c",
            ),
            (": ping\n\n: ping\n\ndata: x\n\n", "message=x"),
            ("data\n\n", "message="),
            ("event: x\n\ndata: y\n\n", "message=y"),
            ("retry: 10\ndata: never ended", ""),
            ("data:  two spaces\n\n", "message= two spaces"),
        ];
        for (text, expected) in table {
            assert_eq!(events(text), expected, "{text:?}");
        }
    }
}
