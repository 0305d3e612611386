//! Icons drawn by ourselves on a grid of 16: no trademarks, readable at 12 pixels.

/// A glyph of our own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Icon {
    /// The person.
    Person,
    /// The model: a chip.
    Model,
    /// A client: a plug.
    Plug,
    /// A program on the machine: a box.
    Package,
    /// A program in a container.
    Container,
    /// A remote server.
    Globe,
    /// A credential.
    Key,
    /// Somebody is asked.
    LockClosed,
    /// Somebody is asked by default: an outline, as nobody wrote it down.
    LockAssumed,
    /// Nobody is asked.
    LockOpen,
    /// Nobody is asked for some calls: open, and half full.
    LockPartly,
    /// No call passes.
    Blocked,
    /// Has all rights of an account.
    Rights,
    /// Is fenced in.
    Fenced,
    /// Not known.
    LockUnknown,
    /// A database.
    Database,
    /// A folder.
    Folder,
    /// A socket.
    Socket,
    /// One in front of many.
    Gateway,
    /// One transport turned into another.
    Bridge,
    /// Shell, files, web of the host; commands that run.
    Terminal,
    /// A repository.
    Repository,
    /// Issues tokens.
    Shield,
    /// An API behind a server.
    Cloud,
    /// Somebody outside.
    Outside,
    /// A warning.
    Warning,
    /// An alarm: told from a warning without colour, too.
    Alarm,
}

/// The drawing of an icon: what is stroked, and what is filled.
pub(crate) struct Drawing {
    /// Path data to stroke, 1.6 wide, with round ends.
    pub(crate) stroked: &'static str,
    /// Path data to fill.
    pub(crate) filled: &'static str,
}

impl Icon {
    /// Returns the path data on a grid of 16 by 16.
    #[expect(clippy::too_many_lines, reason = "one glyph after the other")]
    pub(crate) fn drawing(self) -> Drawing {
        let (stroked, filled) = match self {
            Icon::Person => (
                "M11.2 4.8A3.2 3.2 0 1 1 4.8 4.8A3.2 3.2 0 1 1 11.2 4.8ZM1.8 14.8C1.8 11.6 4.4 9.8 8 9.8S14.2 11.6 14.2 14.8",
                "",
            ),
            Icon::Model => (
                "M5.2 3.4H10.8Q12.6 3.4 12.6 5.2V10.8Q12.6 12.6 10.8 12.6H5.2Q3.4 12.6 3.4 10.8V5.2Q3.4 3.4 5.2 3.4ZM5.8 3.2V1M10.2 3.2V1M5.8 12.8V15M10.2 12.8V15M3.2 5.8H1M3.2 10.2H1M12.8 5.8H15M12.8 10.2H15",
                "M6.3 6.3H9.7V9.7H6.3Z",
            ),
            Icon::Plug => (
                "M5.4 1.2V5M10.6 1.2V5M2.8 5.2H13.2V7.4C13.2 10.4 11 12 8 12S2.8 10.4 2.8 7.4ZM8 12.2V15",
                "",
            ),
            Icon::Package => (
                "M8 1.2L14.2 4.6V11.4L8 14.8L1.8 11.4V4.6ZM2.2 4.8L8 8L13.8 4.8M8 8.2V14.4",
                "",
            ),
            Icon::Container => (
                "M2.4 3.2H13.6Q14.8 3.2 14.8 4.4V11.6Q14.8 12.8 13.6 12.8H2.4Q1.2 12.8 1.2 11.6V4.4Q1.2 3.2 2.4 3.2ZM4.6 6.2V9.8M8 6.2V9.8M11.4 6.2V9.8",
                "",
            ),
            Icon::Globe => (
                "M14.8 8A6.8 6.8 0 1 1 1.2 8A6.8 6.8 0 1 1 14.8 8ZM1.6 8H14.4M8 1.4C10 3.2 10.9 5.4 10.9 8S10 12.8 8 14.6C6 12.8 5.1 10.6 5.1 8S6 3.2 8 1.4Z",
                "",
            ),
            Icon::Key => (
                "M7.6 8A3 3 0 1 1 1.6 8A3 3 0 1 1 7.6 8ZM7.8 8H14.6V11M11.2 8.2V10.4",
                "",
            ),
            Icon::LockClosed => (
                "M4.8 7V5C4.8 2.8 6.2 1.4 8 1.4S11.2 2.8 11.2 5V7",
                "M3.6 6.8H12.4Q13.4 6.8 13.4 7.8V13.6Q13.4 14.6 12.4 14.6H3.6Q2.6 14.6 2.6 13.6V7.8Q2.6 6.8 3.6 6.8Z",
            ),
            Icon::LockOpen => (
                "M1.8 7.4H10.2V14.2H1.8ZM8.6 7.2V4.4C8.6 2.6 9.9 1.4 11.6 1.4S14.6 2.6 14.6 4.4V6.4",
                "",
            ),
            Icon::LockAssumed => (
                "M4.8 6.8V5C4.8 2.8 6.2 1.4 8 1.4S11.2 2.8 11.2 5V6.8M3.2 8.6V7.2H5.2M7 7.2H9M10.8 7.2H12.8V8.6M12.8 10.2V11.6M12.8 13.2V14.4H10.8M9 14.4H7M5.2 14.4H3.2V13.2M3.2 11.6V10.2",
                "",
            ),
            Icon::LockPartly => (
                "M1.8 7.4H10.2V14.2H1.8ZM8.6 7.2V4.4C8.6 2.6 9.9 1.4 11.6 1.4S14.6 2.6 14.6 4.4V6.4",
                "M2 10.8H10V14H2Z",
            ),
            Icon::Blocked => (
                "M14.8 8A6.8 6.8 0 1 1 1.2 8A6.8 6.8 0 1 1 14.8 8ZM3.4 3.4L12.6 12.6",
                "",
            ),
            Icon::Rights => (
                "",
                "M11.4 4.4A3.4 3.4 0 1 1 4.6 4.4A3.4 3.4 0 1 1 11.4 4.4ZM1.2 15C1.2 11.2 4 9 8 9S14.8 11.2 14.8 15Z",
            ),
            Icon::Fenced => (
                "M1.4 5V1.4H5M11 1.4H14.6V5M14.6 11V14.6H11M5 14.6H1.4V11",
                "M5 5H11V11H5Z",
            ),
            Icon::LockUnknown => (
                "M14.8 8A6.8 6.8 0 1 1 1.2 8A6.8 6.8 0 1 1 14.8 8ZM5.8 6.2C5.8 4.8 6.8 4 8 4S10.2 4.9 10.2 6C10.2 7.6 8 7.6 8 9.2",
                "M8.95 11.6A0.95 0.95 0 1 1 7.05 11.6A0.95 0.95 0 1 1 8.95 11.6Z",
            ),
            Icon::Database => (
                "M2.6 3.6C2.6 2.2 5 1.4 8 1.4S13.4 2.2 13.4 3.6S11 5.8 8 5.8S2.6 5 2.6 3.6V12.4C2.6 13.8 5 14.6 8 14.6S13.4 13.8 13.4 12.4V3.6M2.6 8C2.6 9.4 5 10.2 8 10.2S13.4 9.4 13.4 8",
                "",
            ),
            Icon::Folder => (
                "M1.2 4V12.4Q1.2 13.4 2.2 13.4H13.8Q14.8 13.4 14.8 12.4V5.8Q14.8 4.8 13.8 4.8H7.8L6.2 2.8H2.2Q1.2 2.8 1.2 4Z",
                "",
            ),
            Icon::Socket => (
                "M3.2 1.6H12.8Q14.4 1.6 14.4 3.2V12.8Q14.4 14.4 12.8 14.4H3.2Q1.6 14.4 1.6 12.8V3.2Q1.6 1.6 3.2 1.6ZM5.8 6V8.4M10.2 6V8.4M5.8 11.2H10.2",
                "",
            ),
            Icon::Gateway => (
                "M1.2 8H5.4M5.4 8C8.4 8 7.6 2.8 11 2.8H13M5.4 8H13M5.4 8C8.4 8 7.6 13.2 11 13.2H13M12 1.2L14.2 2.8L12 4.4M12 6.4L14.2 8L12 9.6M12 11.6L14.2 13.2L12 14.8",
                "",
            ),
            Icon::Bridge => (
                "M1.4 5.2H14M10.8 2L14.4 5.2L10.8 8.2M14.6 11H2M5.2 7.8L1.6 11L5.2 14.2",
                "",
            ),
            Icon::Terminal => (
                "M2.6 2.2H13.4Q14.8 2.2 14.8 3.6V12.4Q14.8 13.8 13.4 13.8H2.6Q1.2 13.8 1.2 12.4V3.6Q1.2 2.2 2.6 2.2ZM4.2 5.4L6.8 8L4.2 10.6M8.4 10.8H11.8",
                "",
            ),
            Icon::Repository => (
                "M6 3.4A1.9 1.9 0 1 1 2.2 3.4A1.9 1.9 0 1 1 6 3.4ZM6 12.6A1.9 1.9 0 1 1 2.2 12.6A1.9 1.9 0 1 1 6 12.6ZM13.8 5.2A1.9 1.9 0 1 1 10 5.2A1.9 1.9 0 1 1 13.8 5.2ZM4.1 5.4V10.6M11.9 7.2C11.9 9.6 9.6 10 6.4 10.4",
                "",
            ),
            Icon::Shield => (
                "M8 1.2L13.8 3.4V7.6C13.8 11 11.6 13.6 8 14.8C4.4 13.6 2.2 11 2.2 7.6V3.4ZM8 8.2V11",
                "M9.7 6.4A1.7 1.7 0 1 1 6.3 6.4A1.7 1.7 0 1 1 9.7 6.4Z",
            ),
            Icon::Cloud => (
                "M4.4 13H11.8C13.6 13 14.8 11.8 14.8 10.2S13.6 7.4 12 7.4C11.8 4.8 10.2 3 7.8 3C5.6 3 4.2 4.4 3.8 6.6C2.2 6.8 1.2 8.2 1.2 9.8C1.2 11.6 2.6 13 4.4 13Z",
                "",
            ),
            Icon::Outside => (
                "M6.4 2.2H13Q14.2 2.2 14.2 3.4V12.6Q14.2 13.8 13 13.8H6.4M1.2 8H9.4M6.4 4.8L9.6 8L6.4 11.2",
                "",
            ),
            // The dot is a stroke, too: a filled shape on a label would be its ground.
            Icon::Warning => ("M8 1.8L15 14.2H1ZM8 6.4V9.6M8 12V12.1", ""),
            Icon::Alarm => (
                "M5.2 1.2H10.8L14.8 5.2V10.8L10.8 14.8H5.2L1.2 10.8V5.2ZM8 4.6V8.6M8 11.2V11.3",
                "",
            ),
        };
        Drawing { stroked, filled }
    }
}
