//! JSON: the model itself, versioned; `docs/mcpdiag.schema.json` describes it.

use serde::Serialize;

use super::Options;
use crate::diagnostic::{Diagnostic, Place};
use crate::graph::select::LeftOut;
use crate::graph::{
    Architecture, Boundary, Evidence, Flow, FlowKind, Mark, MarkLevel, Node, Observed,
};
use crate::probe::Observation;

/// Version of the shape; fields may be added under the same number.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    title: &'a str,
    sources: Vec<SourceOut<'a>>,
    boundaries: Vec<BoundaryOut<'a>>,
    nodes: Vec<NodeOut<'a>>,
    flows: Vec<FlowOut<'a>>,
    credentials: Vec<CredentialOut<'a>>,
    coverage: &'a [String],
    protocol: &'a [String],
    notes: &'a [String],
    overlay: OverlayOut,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<LeftOutOut<'a>>,
}

#[derive(Serialize)]
struct SourceOut<'a> {
    path: &'a str,
    client: Option<&'static str>,
    status: &'static str,
    servers: usize,
    also_read_by: &'a [&'static str],
    notes: &'a [String],
}

#[derive(Serialize)]
struct BoundaryOut<'a> {
    id: &'a str,
    kind: &'static str,
    label: &'a str,
    parent: Option<&'a str>,
    lines: Vec<&'a str>,
    footer: Option<&'a str>,
    gaps: &'a [String],
    marks: Vec<MarkOut<'a>>,
    evidence: &'static str,
    source: Option<&'a Place>,
    disabled: bool,
}

#[derive(Serialize)]
struct MarkOut<'a> {
    severity: MarkLevel,
    text: &'a str,
    source: Option<&'a Place>,
}

#[derive(Serialize)]
struct NodeOut<'a> {
    id: &'a str,
    kind: &'static str,
    label: &'a str,
    boundary: Option<&'a str>,
    evidence: &'static str,
    source: Option<&'a Place>,
    lines: Vec<&'a str>,
    disabled: bool,
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transport: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    approval: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    approval_set_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<&'a [String]>,
    marks: Vec<MarkOut<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    observed: Option<&'a Observed>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    also_observed: &'a [Observation],
}

#[derive(Serialize)]
struct FlowOut<'a> {
    id: &'a str,
    kind: &'static str,
    from: &'a str,
    to: &'a str,
    label: String,
    evidence: &'static str,
    crosses: Vec<&'a str>,
    credentials: &'a [String],
    tools: &'a [String],
    alarm: bool,
    disabled: bool,
    source: Option<&'a Place>,
}

#[derive(Serialize)]
struct CredentialOut<'a> {
    id: &'a str,
    name: &'a str,
    form: &'static str,
    stored_at: &'a str,
    holders: &'a [String],
    sent_to: &'a [String],
    shared_group: Option<u32>,
    placeholder: bool,
    evidence: &'static str,
}

#[derive(Serialize)]
struct OverlayOut {
    applied: bool,
    hidden: usize,
}

#[derive(Serialize)]
struct LeftOutOut<'a> {
    by: &'a [&'static str],
    nodes: Vec<LeftOutNodeOut<'a>>,
    flows_cut: usize,
    alarms: Vec<AlarmOut<'a>>,
}

#[derive(Serialize)]
struct LeftOutNodeOut<'a> {
    id: &'a str,
    kind: &'static str,
    label: &'a str,
}

#[derive(Serialize)]
struct AlarmOut<'a> {
    at: &'a str,
    text: &'a str,
}

/// Writes the architecture as JSON, two spaces per level, with a final line end.
pub(super) fn render(arch: &Architecture, _options: &Options<'_>) -> Result<Vec<u8>, Diagnostic> {
    let document = Document {
        schema: SCHEMA,
        title: &arch.title,
        sources: sources(arch),
        boundaries: arch.boundaries.iter().map(boundary).collect(),
        nodes: arch.nodes().map(node).collect(),
        flows: arch.flows().into_iter().map(|f| flow(arch, f)).collect(),
        credentials: credentials(arch),
        coverage: &arch.coverage,
        protocol: &arch.protocol_note,
        notes: &arch.notes,
        overlay: OverlayOut {
            applied: arch.overlay.applied,
            hidden: arch.overlay.hidden,
        },
        left_out: (!arch.left_out.is_empty()).then(|| left_out(&arch.left_out)),
    };
    let mut bytes = serde_json::to_vec_pretty(&document)
        .map_err(|_| Diagnostic::error("the model cannot be written as JSON"))?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn sources(arch: &Architecture) -> Vec<SourceOut<'_>> {
    arch.sources
        .iter()
        .map(|s| SourceOut {
            path: &s.path,
            client: s.client,
            status: s.status.word(),
            servers: s.servers,
            also_read_by: &s.also_read_by,
            notes: &s.notes,
        })
        .collect()
}

fn boundary(b: &Boundary) -> BoundaryOut<'_> {
    BoundaryOut {
        id: &b.id,
        kind: b.kind.word(),
        label: &b.label,
        parent: b.parent.as_deref(),
        lines: b.lines.iter().map(|l| l.text.as_str()).collect(),
        footer: b.footer.as_deref(),
        gaps: &b.gaps,
        marks: b.marks.iter().map(mark).collect(),
        evidence: Evidence::word(b.evidence),
        source: b.source.as_ref(),
        disabled: b.off,
    }
}

fn node(n: &Node) -> NodeOut<'_> {
    let client = n.client.as_ref();
    NodeOut {
        id: &n.id,
        kind: n.kind.word(),
        label: &n.label,
        boundary: n.boundary.as_deref(),
        evidence: n.evidence.word(),
        source: n.source.as_ref(),
        lines: n.lines.iter().map(|l| l.text.as_str()).collect(),
        disabled: n.off.is_some(),
        reason: n.off.as_deref(),
        server: client.map(|c| c.server.as_str()),
        transport: client.map(|c| c.transport),
        approval: client.map(|c| c.approval.as_str()),
        approval_set_by: client.map(|c| c.approval_set_by),
        scope: client.map(|c| c.scope),
        tools: client.map(|c| c.tools.as_slice()),
        settings: client.map(|c| c.settings.as_slice()).filter(|names| !names.is_empty()),
        marks: n.marks.iter().map(mark).collect(),
        observed: n.observed.as_ref(),
        also_observed: &n.also_observed,
    }
}

fn mark(m: &Mark) -> MarkOut<'_> {
    MarkOut {
        severity: m.level,
        text: &m.text,
        source: m.source.as_ref(),
    }
}

fn flow<'a>(arch: &'a Architecture, f: &'a Flow) -> FlowOut<'a> {
    FlowOut {
        id: &f.id,
        kind: f.kind.word(),
        from: &f.from,
        to: &f.to,
        label: label(f),
        evidence: f.evidence.word(),
        crosses: arch.crosses(f),
        credentials: &f.credentials,
        tools: &f.tools,
        alarm: f.alarms() || f.exposes(),
        disabled: f.off,
        source: f.source.as_ref(),
    }
}

/// Returns the words of a flow; a tool call, which has none in the picture, names its tools.
fn label(f: &Flow) -> String {
    if f.kind == FlowKind::ToolCall {
        f.tools.join(", ")
    } else {
        f.text()
    }
}

fn credentials(arch: &Architecture) -> Vec<CredentialOut<'_>> {
    arch.credentials
        .iter()
        .map(|c| CredentialOut {
            id: &c.id,
            name: &c.name,
            form: c.form,
            stored_at: &c.stored_at,
            holders: &c.holders,
            sent_to: &c.sent_to,
            shared_group: c.shared_group,
            placeholder: c.placeholder,
            evidence: c.evidence.word(),
        })
        .collect()
}

fn left_out(left: &LeftOut) -> LeftOutOut<'_> {
    LeftOutOut {
        by: &left.flags,
        nodes: left
            .nodes
            .iter()
            .map(|n| LeftOutNodeOut { id: &n.id, kind: n.kind.word(), label: &n.label })
            .collect(),
        flows_cut: left.cut_flows,
        alarms: left.alarms.iter().map(|(at, text)| AlarmOut { at, text }).collect(),
    }
}

#[cfg(test)]
mod tests;
