// Lets Inkscape lay out a few pictures and checks that it draws every shape and keeps every text inside its box:
//   inkscape.mjs FOLDER
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Count, files } from "./browser.mjs";

// Inkscape takes seconds for each picture.
const PICTURES = 8;
// Glyphs may reach a little beyond their advance.
const SLACK = 2;

// Our own SVG has one element a line, so that ids can be added without parsing it.
function identified(text) {
  const groups = [];
  let at = 0;
  const lines = text.split("\n").map((line) => {
    if (/^ *<g[ >]/.test(line)) groups.push({ kind: /data-kind="([a-z]+)"/.exec(line)?.[1], shapes: [] });
    const shape = /^( *)<(rect|path|text) /.exec(line);
    if (!shape) return line;
    const id = `q${(at += 1)}`;
    const tag = shape[2];
    // A wire that is only there for pointers is not seen.
    const unseen = line.includes('stroke-opacity="0"');
    groups.at(-1)?.shapes.push({ id, tag, unseen, line });
    return line.replace(`<${tag} `, `<${tag} id="${id}" `);
  });
  return { text: lines.join("\n"), groups };
}

function boxes(svg) {
  const run = spawnSync("inkscape", ["--query-all", svg], { encoding: "utf8", timeout: 180_000 });
  if (run.status !== 0) return null;
  const found = new Map();
  for (const line of run.stdout.split("\n")) {
    const [id, ...numbers] = line.split(",");
    if (numbers.length === 4) found.set(id, numbers.map(Number));
  }
  return found;
}

function inspect(text, folder) {
  const picture = identified(text);
  const file = join(folder, "picture.svg");
  writeFileSync(file, picture.text);
  const found = boxes(file);
  if (!found) return ["Inkscape does not read it"];
  const problems = [];
  for (const { kind, shapes } of picture.groups) {
    const seen = shapes.filter((shape) => !shape.unseen);
    for (const { id, line } of seen) {
      const [, , w, h] = found.get(id) ?? [];
      if (!(w > 0 || h > 0)) problems.push(`not drawn: ${line.trim().slice(0, 120)}`);
    }
    if (!["node", "boundary", "note"].includes(kind)) continue;
    const rects = seen.filter((shape) => shape.tag === "rect").map((shape) => found.get(shape.id) ?? [0, 0, 0, 0]);
    const box = rects.sort((a, b) => b[2] * b[3] - a[2] * a[3])[0];
    if (!box) continue;
    for (const { id, line } of seen.filter((shape) => shape.tag === "text")) {
      const [x, y, w, h] = found.get(id) ?? [0, 0, 0, 0];
      const out = x < box[0] - SLACK || y < box[1] - SLACK || x + w > box[0] + box[2] + SLACK || y + h > box[1] + box[3] + SLACK;
      if (out) problems.push(`outside its box: ${line.trim().slice(-60)}`);
    }
  }
  return problems;
}

const [folder] = process.argv.slice(2);
const count = new Count("inkscape");
const scratch = mkdtempSync(join(tmpdir(), "inkscape-"));
try {
  const all = files(folder, ".svg").filter((file) => !file.endsWith(".out.svg"));
  const every = Math.max(1, Math.ceil(all.length / PICTURES));
  const some = all.filter((_, index) => index % every === 0);
  // Control: a text beyond its box must be found.
  const first = readFileSync(some[0], "utf8");
  const moved = first.replace(/(data-kind="node"[\s\S]*?<text x=")/, "$19");
  count.check("control", inspect(moved, scratch).length > 0 ? [] : ["a text outside its box counts as inside"]);
  for (const file of some) count.check(file, inspect(readFileSync(file, "utf8"), scratch));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
count.finish();
