// Draws the texts of every .svg file below a folder with rsvg-convert, which ignores textLength, and with the fonts of
// this machine; reports texts that end outside the box they stand in:  overflow.mjs FOLDER [FOLDER-OF-FONTS]
// With a folder of fonts, only these are used.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Count, emptyPage, files, launch } from "./browser.mjs";

const ROW = 24;
const COLUMN = 1000;
const ROWS = 1000;
// Antialiasing reaches half a pixel beyond a glyph.
const TOLERANCE = 1;

// Runs in the page: every text with the room that it has.
function texts(source) {
  const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
  document.body.replaceChildren(document.importNode(parsed.documentElement, true));
  const svg = document.body.firstElementChild;
  const boxes = [...svg.querySelectorAll('g[data-kind="node"] > rect:first-of-type')].map((rect) => rect.getBBox());
  const found = [];
  for (const text of svg.querySelectorAll("g > text")) {
    const group = text.parentElement;
    const kind = group.dataset.kind;
    const at = { x: Number(text.getAttribute("x")), y: Number(text.getAttribute("y")) };
    let right = Infinity;
    if (kind === "label") {
      // A label has no box of its own: it must not reach the next node.
      for (const box of boxes) if (box.x > at.x && box.y < at.y && box.y + box.height > at.y - 8) right = Math.min(right, box.x);
    } else {
      const box = group.querySelector(":scope > rect, :scope > path")?.getBBox();
      if (box && box.width > 40) right = box.x + box.width;
    }
    if (right === Infinity) continue;
    found.push({
      words: text.textContent,
      kind,
      size: text.getAttribute("font-size"),
      weight: text.getAttribute("font-weight") ?? "400",
      measured: Number(text.getAttribute("textLength")),
      room: right - at.x,
    });
  }
  return { found, family: svg.getAttribute("font-family") };
}

// Runs in the page: where the ink of each row ends.
async function ends({ data, rows, row, column }) {
  const image = new Image();
  image.src = data;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: column, height: row });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const out = [];
  for (let at = 0; at < rows; at += 1) {
    context.fillStyle = "#fff";
    context.fillRect(0, 0, column, row);
    context.drawImage(image, 0, -at * row);
    const pixels = context.getImageData(0, 0, column, row).data;
    let end = 0;
    for (let i = 0; i < pixels.length; i += 4) if (pixels[i] < 160) end = Math.max(end, (i / 4) % column);
    out.push(end);
  }
  return out;
}

const escape = (words) => words.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

const [folder, fonts] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "overflow-"));
const environment = { ...process.env };
if (fonts) {
  const config = join(work, "fonts.conf");
  // The aliases of the system make Liberation Sans stand for Arial and Helvetica.
  writeFileSync(config, `<?xml version="1.0"?><fontconfig><dir>${resolve(fonts)}</dir><include ignore_missing="yes">/etc/fonts/conf.d</include><cachedir>${work}</cachedir></fontconfig>`);
  environment.FONTCONFIG_FILE = config;
}
const count = new Count("overflow");
const browser = await launch();
const growth = [];
let worst = 0;
let over = 0;
try {
  const page = await emptyPage(browser);
  const widths = new Map();
  const draw = async (list, family) => {
    const rows = list.map(
      (text, at) => `<text x="0" y="${at * ROW + 17}" font-size="${text.size}" font-weight="${text.weight}">${escape(text.words)}</text>`,
    );
    const file = join(work, "rows.svg");
    writeFileSync(
      file,
      `<svg xmlns="http://www.w3.org/2000/svg" width="${COLUMN}" height="${list.length * ROW}" font-family="${escape(family)}"><rect width="${COLUMN}" height="${list.length * ROW}" fill="#fff"/>${rows.join("")}</svg>`,
    );
    const png = join(work, "rows.png");
    const run = spawnSync("rsvg-convert", [file, "-o", png], { encoding: "utf8", timeout: 120_000, env: environment });
    if (run.status !== 0) throw new Error(`rsvg-convert: ${run.stderr}`);
    const data = `data:image/png;base64,${readFileSync(png).toString("base64")}`;
    return page.evaluate(ends, { data, rows: list.length, row: ROW, column: COLUMN });
  };
  const control = await draw([{ words: "iiii", size: 12, weight: "400" }, { words: "WWWWWWWW", size: 12, weight: "400" }], "sans-serif");
  count.check("control", control[0] > 4 && control[1] > 3 * control[0] ? [] : [`widths ${control.join(", ")}`]);

  const drawings = files(folder, ".svg").filter((file) => !file.endsWith(".out.svg"));
  const pictures = drawings.map((file) => ({ file, source: readFileSync(file, "utf8") }));
  const key = (text) => `${text.size} ${text.weight} ${text.words}`;
  const wanted = new Map();
  let family = "";
  for (const picture of pictures) {
    const read = await page.evaluate(texts, picture.source);
    picture.texts = read.found;
    family = read.family ?? family;
    for (const text of picture.texts) wanted.set(key(text), text);
  }
  const all = [...wanted.values()];
  for (let from = 0; from < all.length; from += ROWS) {
    const list = all.slice(from, from + ROWS);
    const drawn = await draw(list, family);
    list.forEach((text, at) => widths.set(key(text), drawn[at]));
  }
  for (const { file, texts: found } of pictures) {
    const problems = [];
    for (const text of found) {
      const drawn = widths.get(key(text));
      growth.push(drawn / text.measured);
      const beyond = drawn - text.room;
      if (beyond <= TOLERANCE) continue;
      worst = Math.max(worst, beyond);
      over += 1;
      problems.push(`${text.kind}: '${text.words}' ends ${beyond.toFixed(0)} px outside (${drawn} drawn, ${text.measured} measured)`);
    }
    count.check(file, problems);
  }
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
growth.sort((a, b) => a - b);
const share = (part) => growth[Math.floor(part * (growth.length - 1))]?.toFixed(3);
console.log(`overflow: ${growth.length} texts, ${over} outside, ${worst.toFixed(0)} px at most; drawn by measured width: median ${share(0.5)}, 95 % ${share(0.95)}, most ${share(1)}`);
count.finish();
