//! Who has to agree before a tool runs, as far as files say.

use super::Redacted;
use crate::diagnostic::Place;

/// The rule that holds for the tools of one server (design.md 4.3 gives the words).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// A file says that each call asks.
    Asks,
    /// The product's documented default is to ask.
    AsksByDefault,
    /// The product's documented default is to run without asking.
    AllowsByDefault,
    /// These tools run without a question; the others ask.
    Auto(Vec<Redacted>),
    /// Every tool runs without a question.
    AutoAll,
    /// A call that would ask is refused: nobody is there to answer.
    Refused,
    /// No tool runs.
    Blocked,
    /// The application keeps its own switch or store.
    KeptInApp,
    /// Nothing is known (generic file, gateway: the caller decides).
    Unknown,
}

impl Rule {
    /// Gives the word that picture and JSON show.
    pub fn word(&self) -> String {
        match self {
            Rule::Asks => "asks".into(),
            Rule::AsksByDefault => "asks? (product default)".into(),
            Rule::AllowsByDefault => "allows? (product default)".into(),
            Rule::Auto(tools) if tools.iter().any(|tool| tool.contains('*')) => {
                "auto: tools by pattern".into()
            }
            Rule::Auto(tools) if tools.len() == 1 => "auto: 1 tool".into(),
            Rule::Auto(tools) => format!("auto: {} tools", tools.len()),
            Rule::AutoAll => "auto: all".into(),
            Rule::Refused => "refused where it would ask".into(),
            Rule::Blocked => "blocked".into(),
            Rule::KeptInApp => "unknown: kept in the app".into(),
            Rule::Unknown => "unknown".into(),
        }
    }
}

/// Who set a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetBy {
    /// The product, by default.
    Product,
    /// A file of the repository.
    Repository,
    /// The user's own file.
    User,
    /// A managed or policy file.
    Admin,
    /// The overlay.
    Overlay,
}

impl SetBy {
    /// Gives the word shown.
    pub fn word(self) -> &'static str {
        match self {
            SetBy::Product => "product default",
            SetBy::Repository => "repository",
            SetBy::User => "user",
            SetBy::Admin => "admin",
            SetBy::Overlay => "overlay",
        }
    }
}

/// Who answers the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approver {
    /// A person.
    Person,
    /// A model reviews the call.
    ModelReviewer,
    /// Nobody (cloud agents, headless and bypass modes).
    Nobody,
    /// Not known.
    Unknown,
}

/// Whether starting or connecting the server was itself asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartApproval {
    /// The product asks at first use (documented default).
    AskedByDefault,
    /// A file approved the start beforehand.
    PreApproved(SetBy),
    /// Never asked: writing the file is the consent.
    NotAsked,
    /// Not known.
    Unknown,
}

/// What is known about the approval of one server's tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// The rule.
    pub rule: Rule,
    /// Who set it.
    pub set_by: SetBy,
    /// Who answers.
    pub approver: Approver,
    /// The start of the server.
    pub start: StartApproval,
    /// Limits of the statement, such as `while the app's own MCP switch is on`.
    pub caveat: Option<String>,
    /// Where the rule stands.
    pub source: Option<Place>,
}

impl Approval {
    /// Makes an approval that rests on the product alone.
    pub fn by_product(rule: Rule) -> Self {
        let approver = match rule {
            Rule::AllowsByDefault | Rule::AutoAll | Rule::Refused => Approver::Nobody,
            Rule::KeptInApp | Rule::Unknown => Approver::Unknown,
            _ => Approver::Person,
        };
        Self {
            rule,
            set_by: SetBy::Product,
            approver,
            start: StartApproval::Unknown,
            caveat: None,
            source: None,
        }
    }
}

/// What a tool rule of a policy file does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Runs without a question.
    Allow,
    /// Asks.
    Ask,
    /// Never runs.
    Deny,
}

/// One rule about tools from a settings, permissions or policy file, normalised by the dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolPolicy {
    /// Server name as configured; `None` means every server.
    pub server: Option<Redacted>,
    /// Tool name; `None` means every tool of that server.
    pub tool: Option<Redacted>,
    /// What it does.
    pub effect: Effect,
    /// Who set it.
    pub set_by: SetBy,
    /// Where it stands.
    pub source: Place,
}
