// Lays the anchor graphs out with ELK, which gets the same boxes, sizes and labels, and compares:  elk.mjs FOLDER
// Fails when our picture crosses more, or is larger. `cargo test --lib -- --ignored write_the_anchor_graphs` writes the folder.
import { readFileSync } from "node:fs";
import ELK from "elkjs";
import { Count, files } from "./browser.mjs";

const OPTIONS = {
  "elk.algorithm": "layered",
  "elk.direction": "RIGHT",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.spacing.nodeNode": "18",
  "elk.layered.spacing.nodeNodeBetweenLayers": "40",
  "elk.spacing.edgeNode": "12",
  "elk.spacing.edgeEdge": "8",
  "elk.json.edgeCoords": "ROOT",
  "elk.json.shapeCoords": "ROOT",
};

function input({ nodes, frames, flows }) {
  const inside = (parent) => [
    ...frames.filter((f) => f.parent === parent).map((f) => ({
      id: f.id,
      labels: [{ text: f.id, width: f.width, height: f.head }],
      layoutOptions: {
        "elk.padding": `[top=${f.head + 4},left=12,bottom=12,right=12]`,
        "elk.nodeLabels.placement": "INSIDE V_TOP H_LEFT",
        "elk.nodeSize.constraints": "MINIMUM_SIZE",
        "elk.nodeSize.minimum": `(${f.width},${f.head})`,
      },
      children: inside(f.id),
    })),
    ...nodes.filter((n) => n.parent === parent).map(({ id, width, height }) => ({ id, width, height })),
  ];
  const edges = flows.map(({ id, from, to, label }) => ({
    id,
    sources: [from],
    targets: [to],
    labels: label ? [{ id: `label of ${id}`, text: id, ...label }] : [],
  }));
  return { id: "picture", layoutOptions: OPTIONS, children: inside(null), edges };
}

// Wires that share an end may be one wire, so their meetings are not counted: that favours ELK, as our shared wires do us.
function figures(layout) {
  const runs = [];
  let bends = 0;
  for (const [wire, edge] of layout.edges.entries()) {
    for (const { startPoint, bendPoints = [], endPoint } of edge.sections ?? []) {
      bends += bendPoints.length;
      const points = [startPoint, ...bendPoints, endPoint];
      for (let i = 1; i < points.length; i++) runs.push({ wire, a: points[i - 1], b: points[i] });
    }
  }
  const ends = layout.edges.map((e) => [...e.sources, ...e.targets]);
  const related = (a, b) => a === b || ends[a].some((end) => ends[b].includes(end));
  const level = (run) => Math.abs(run.a.y - run.b.y) < 1e-6;
  const across = runs.filter(level);
  const down = runs.filter((run) => !level(run));
  const met = new Set();
  for (const h of across) {
    for (const v of down) {
      const [x, y] = [v.a.x, h.a.y];
      const inX = x > Math.min(h.a.x, h.b.x) + 1e-6 && x < Math.max(h.a.x, h.b.x) - 1e-6;
      const inY = y > Math.min(v.a.y, v.b.y) + 1e-6 && y < Math.max(v.a.y, v.b.y) - 1e-6;
      if (inX && inY && !related(h.wire, v.wire)) met.add(`${Math.round(x)},${Math.round(y)}`);
    }
  }
  return { crossings: met.size, bends, width: layout.width, height: layout.height };
}

const [folder] = process.argv.slice(2);
const count = new Count("elk");
const shown = (f) =>
  `${f.crossings} crossings, ${f.bends} bends, ${Math.round(f.width)} x ${Math.round(f.height)}, aspect ${(f.width / f.height).toFixed(2)}`;
for (const file of files(folder, ".json")) {
  const { servers, graph, ours } = JSON.parse(readFileSync(file, "utf8"));
  const theirs = figures(await new ELK().layout(input(graph)));
  console.log(`${servers} servers: ours ${shown(ours)}`);
  console.log(`${servers} servers: ELK  ${shown(theirs)}`);
  const problems = [];
  const most = servers <= 10 ? theirs.crossings : theirs.crossings - 1;
  if (ours.crossings > most) problems.push(`${ours.crossings} crossings, ELK has ${theirs.crossings}`);
  const area = ({ width, height }) => width * height;
  if (area(ours) >= area(theirs)) problems.push("our picture is larger than ELK's");
  count.check(`${servers} servers`, problems);
}
count.finish();
