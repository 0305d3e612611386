// Parses and draws every .mmd file below a folder with the real Mermaid in a real browser:  mermaid.mjs FOLDER
// Two versions, because the sites that render Mermaid lag behind its newest release.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Count, emptyPage, files, launch } from "./browser.mjs";

const VERSIONS = ["mermaid-11", "mermaid-12"];
// What GitHub allows; neither can be raised from the text.
const LIMITS = { maxTextSize: 50_000, maxEdges: 500 };
// Things a label must never turn into.
const FORBIDDEN = "script, iframe, object, embed, img, image, video, audio, form, input, style style, [onload], [onerror], [onclick], a[href]";
const BAD_TEXTS = ["flowchart LR\n  a --> end\n", 'flowchart LR\n  a["one] --> b\n', "flowchart LR\n  subgraph x\n  a\n"];

// Runs in the page.
async function read({ text, id, forbidden }) {
  const problems = [];
  let facts = {};
  try {
    const { diagramType } = await mermaid.parse(text);
    if (!diagramType.startsWith("flowchart")) problems.push(`diagram type ${diagramType}`);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const vertices = [...db.getVertices().keys()];
    const frames = db.getSubGraphs().map((frame) => frame.id);
    const edges = db.getEdges().length;
    const { svg } = await mermaid.render(id, text);
    const holder = document.createElement("div");
    holder.innerHTML = svg;
    document.body.append(holder);
    const count = (selector) => holder.querySelectorAll(selector).length;
    // A frame without content is drawn as a node.
    const expected = new Set([...vertices, ...frames]).size;
    const drawn = count("g.node") + count("g.cluster");
    const paths = count(".edgePaths path[data-edge], .edgePaths > path, .edgePaths > g > path.flowchart-link");
    if (vertices.length === 0) problems.push("no node");
    if (drawn !== expected) problems.push(`${expected} nodes and frames in the text, ${drawn} in the picture`);
    if (paths < edges) problems.push(`${edges} edges in the text, ${paths} in the picture`);
    if (count(forbidden) > 0) problems.push("a label became an active element");
    const box = holder.querySelector("svg").getBoundingClientRect();
    if (box.width < 50 || box.height < 50) problems.push(`picture of ${box.width} x ${box.height}`);
    for (const node of holder.querySelectorAll("g.node")) {
      if (node.textContent.trim() === "") problems.push("a node without text");
    }
    facts = { vertices: vertices.length, frames: frames.length, edges };
    holder.remove();
  } catch (error) {
    problems.push(String(error?.message ?? error).split("\n").slice(0, 4).join(" "));
  }
  return { problems, facts };
}

const [folder] = process.argv.slice(2);
const count = new Count("mermaid");
const browser = await launch();
try {
  for (const version of VERSIONS) {
    const page = await emptyPage(browser, { viewport: { width: 1600, height: 1200 } });
    await page.addScriptTag({ path: fileURLToPath(new URL(`node_modules/${version}/dist/mermaid.min.js`, import.meta.url)) });
    await page.evaluate((limits) => mermaid.initialize({ startOnLoad: false, securityLevel: "strict", ...limits }), LIMITS);
    let serial = 0;
    for (const text of BAD_TEXTS) {
      const { problems } = await page.evaluate(read, { text, id: `control${serial++}`, forbidden: FORBIDDEN });
      count.check(`${version}: control`, problems.length > 0 ? [] : ["broken text was accepted"]);
    }
    page.incidents.length = 0;
    const total = { vertices: 0, frames: 0, edges: 0 };
    for (const file of files(folder, ".mmd")) {
      const text = readFileSync(file, "utf8");
      const { problems, facts } = await page.evaluate(read, { text, id: `picture${serial++}`, forbidden: FORBIDDEN });
      if (text.length > LIMITS.maxTextSize) problems.push(`${text.length} characters`);
      problems.push(...page.incidents.splice(0));
      count.check(`${file} (${version})`, problems);
      for (const key of Object.keys(total)) total[key] += facts[key] ?? 0;
    }
    console.log(`${version}: ${total.vertices} nodes, ${total.frames} frames, ${total.edges} edges`);
    await page.close();
  }
} finally {
  await browser.close();
}
count.finish();
