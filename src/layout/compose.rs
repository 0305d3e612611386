//! Composition: from a solved candidate to the placement, in the picture's coordinates.

use std::collections::BTreeMap;

use super::columns;
use super::measure::moved;
use super::placement::{
    PlacedBoundary, PlacedGap, PlacedLabel, PlacedNode, Placement, Point, Rect,
};
use super::routes::{Placing, Route, Side, Stop};
use super::solve::Solved;
use super::wires::{self, Way};

impl Solved<'_> {
    /// Returns the placement of the body, without notes; its upper left corner is the origin.
    pub(super) fn place(&self) -> Placement {
        let ways = self.ways();
        let (nets, flows) = wires::draw(self.draft.view, &ways);
        let (width, height) = self.size();
        Placement {
            width,
            height,
            boundaries: self.boundaries(&ways),
            nodes: self.nodes(),
            nets,
            flows,
            labels: self.labels(),
            notes: Vec::new(),
        }
    }

    fn parent(&self, frame: Option<usize>) -> Option<String> {
        frame.map(|f| self.draft.view.frames[f].ids[0].clone())
    }

    fn boundaries(&self, ways: &[Way]) -> Vec<PlacedBoundary> {
        let view = self.draft.view;
        let mut out = Vec::with_capacity(view.frames.len());
        for (f, frame) in view.frames.iter().enumerate() {
            let block = self.draft.tree.block_of[f];
            let rect = self.frame(block);
            let (x, y) = (rect.x, rect.y);
            let heading = &*self.draft.headings[f];
            let at = |dy: f64| move |t: &_| moved(t, x, dy);
            let gaps = heading
                .gaps
                .iter()
                .map(|t| {
                    let text = moved(t, x, y);
                    let (from, to) =
                        super::gaps::where_used(self.draft.view, f, rect, &text.text, ways)
                            .unwrap_or_else(|| {
                                let up = |dy: f64| Point::new(x, text.baseline + dy);
                                (up(-9.0), up(2.0))
                            });
                    PlacedGap { from, to, text }
                })
                .collect();
            out.push(PlacedBoundary {
                ids: frame.ids.clone(),
                parent: self.parent(frame.parent),
                rect,
                titles: heading.titles.iter().map(at(y)).collect(),
                lines: heading.lines.iter().map(at(y)).collect(),
                footer: heading.footer.iter().map(at(y)).collect(),
                gaps,
                count: frame.count,
            });
        }
        out
    }

    fn nodes(&self) -> Vec<PlacedNode> {
        let view = self.draft.view;
        view.nodes
            .iter()
            .enumerate()
            .map(|(n, node)| {
                let rect = self.rect(n);
                let sized = &self.draft.measured.nodes[n];
                let dy = rect.y + ((rect.h - sized.h) / 2.0).floor();
                PlacedNode {
                    id: node.id.clone(),
                    nodes: node.members.clone(),
                    kind: node.kind,
                    parent: self.parent(node.frame),
                    rect,
                    icon: sized
                        .icon
                        .map(|i| Rect::new(i.x + rect.x, i.y + dy, i.w, i.h)),
                    texts: sized.texts.iter().map(|t| moved(t, rect.x, dy)).collect(),
                    off: node.off,
                }
            })
            .collect()
    }

    /// Where a port touches its box.
    fn touch(&self, port: usize) -> Point {
        let p = &self.routes.ports[port];
        let rect = self.rect(p.node);
        let x = match p.side {
            Side::Left => rect.x,
            Side::Right => rect.right(),
        };
        Point::new(x, rect.y + p.offset)
    }

    /// Returns the way of every flow.
    pub(super) fn ways(&self) -> Vec<Way> {
        let mut ways: Vec<Way> = (0..self.draft.view.flows.len())
            .map(|flow| Way {
                flow,
                pieces: Vec::new(),
                ports: Vec::new(),
            })
            .collect();
        self.pieces(|flow, piece| ways[flow].pieces.push(piece.to_vec()));
        // all calls of one model are one net: its first port stands for the bus
        let mut buses: BTreeMap<(usize, bool), usize> = BTreeMap::new();
        for route in &self.routes.routes {
            let ports = &mut ways[route.flow].ports;
            if let Some((model, _)) = route.bus {
                let off = self.draft.view.flows[route.flow].off;
                ports.push(*buses.entry((model, off)).or_insert(route.source));
            }
            ports.extend([route.source, route.target]);
        }
        for spine in &self.routes.spines {
            let off = self.draft.view.flows[spine.flow].off;
            let bus = *buses.entry((spine.model, off)).or_insert(spine.target);
            ways[spine.flow].ports.extend([spine.target, bus]);
        }
        ways.retain(|way| !way.pieces.is_empty());
        ways
    }

    /// Walks along every piece of every flow.
    pub(super) fn pieces(&self, mut each: impl FnMut(usize, &[Point])) {
        let mut points = Vec::new();
        for route in &self.routes.routes {
            if let Some((model, gate)) = route.bus {
                let x = self.bus_x(model);
                let from = Point::new(x, self.rect(model).bottom());
                each(route.flow, &[from, Point::new(x, self.rect(gate).y)]);
            }
            self.path(route, &mut points);
            each(route.flow, &points);
        }
        for spine in &self.routes.spines {
            let end = self.touch(spine.target);
            let x = self.bus_x(spine.model);
            let mut from = self.rect(spine.model).bottom();
            if let Some(gate) = spine.gate {
                let gate = self.rect(gate);
                each(spine.flow, &[Point::new(x, from), Point::new(x, gate.y)]);
                from = gate.bottom();
            }
            each(
                spine.flow,
                &[Point::new(x, from), Point::new(x, end.y), end],
            );
        }
    }

    /// Where the bus of a model runs.
    fn bus_x(&self, model: usize) -> f64 {
        let (block, column) = self.draft.tree.node_at[model];
        self.columns.column[block][column] + columns::SPINE / 2.0
    }

    fn path(&self, route: &Route, points: &mut Vec<Point>) {
        let start = self.touch(route.source);
        points.clear();
        points.push(start);
        let mut y = start.y;
        for pair in self.routes.stops[route.stops.clone()].windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let next = self.rows.stop(&self.routes, b);
            if let Some(x) = self.turn(a, b) {
                wires::add(points, Point::new(x, y));
                wires::add(points, Point::new(x, next));
            }
            y = next;
        }
        wires::add(points, self.touch(route.target));
    }

    /// The track on which a pair of stops turns.
    fn turn(&self, a: Stop, b: Stop) -> Option<f64> {
        let at = self.turns.binary_search_by_key(&(a, b), |t| t.0).ok()?;
        let (strip, track) = self.turns[at].1;
        Some(columns::track_x(&self.columns, strip, track))
    }

    /// Where a label starts on its wire.
    pub(super) fn label_at(&self, placing: &Placing<'_>) -> (f64, f64) {
        let x = columns::label_x(&self.columns, placing.strip, placing.side, placing.label.w);
        (x, self.rows.stop(&self.routes, placing.stop))
    }

    fn labels(&self) -> Vec<PlacedLabel> {
        self.draft
            .routes
            .placings
            .iter()
            .map(|placing| {
                let label = placing.label;
                let (x, y) = self.label_at(placing);
                let mut flows: Vec<String> = placing
                    .flows
                    .iter()
                    .flat_map(|&f| self.draft.view.flows[f].ids.iter().cloned())
                    .collect();
                flows.sort();
                flows.dedup();
                let port = &self.routes.ports[placing.port];
                let texts: Vec<_> = label.texts.iter().map(|t| moved(t, x, y)).collect();
                PlacedLabel {
                    flows,
                    kind: port.kind,
                    // rows above the wire only: a plate must not hide the wire
                    plate: Rect::new(x - 2.0, y - label.above, label.w + 4.0, label.above - 1.0),
                    texts,
                    off: port.off,
                }
            })
            .collect()
    }
}
