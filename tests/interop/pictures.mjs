// Draws every .svg file below a folder with Chromium (as an <img>, the way Markdown embeds it, light and dark) and with
// rsvg-convert, checks that something was drawn and that both agree:  pictures.mjs FOLDER SHOTS
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Count, emptyPage, files, launch } from "./browser.mjs";

const EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 200 100"><rect width="200" height="100" fill="#ffffff"/></svg>';
// Share of pixels that differ from the corner; an empty canvas has none.
const LEAST_INK = 0.01;
// Mean difference per cell of a 48 x 48 grid, out of 255. Fonts differ a little between the two; a lost fill differs a lot.
const MOST_DIFFERENCE = 12;
const SHOTS = 12;

// Runs in the page: loads an image from a data URL and reduces it to numbers.
async function measure({ data, width, height }) {
  const image = new Image();
  image.src = data;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = (w, h) => {
    const made = Object.assign(document.createElement("canvas"), { width: w, height: h });
    const context = made.getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    return { made, context };
  };
  const naturalWidth = image.naturalWidth;
  const naturalHeight = image.naturalHeight;
  const w = width ?? naturalWidth;
  const h = height ?? naturalHeight;
  const scale = Math.min(1, 2400 / Math.max(w, h));
  const big = canvas(Math.max(1, Math.round(w * scale)), Math.max(1, Math.round(h * scale)));
  // The element must be in the document for `prefers-color-scheme` to reach the picture.
  document.body.replaceChildren(image);
  big.context.drawImage(image, 0, 0, big.made.width, big.made.height);
  const pixels = big.context.getImageData(0, 0, big.made.width, big.made.height).data;
  let ink = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    const off = Math.abs(pixels[i] - pixels[0]) + Math.abs(pixels[i + 1] - pixels[1]) + Math.abs(pixels[i + 2] - pixels[2]);
    if (off + Math.abs(pixels[i + 3] - pixels[3]) > 12) ink += 1;
  }
  const grid = 48;
  const sums = new Float64Array(grid * grid * 3);
  const counts = new Float64Array(grid * grid);
  for (let y = 0; y < big.made.height; y += 1) {
    for (let x = 0; x < big.made.width; x += 1) {
      const cell = Math.floor((y * grid) / big.made.height) * grid + Math.floor((x * grid) / big.made.width);
      const at = (y * big.made.width + x) * 4;
      // Composed on white, as a page would show it.
      const alpha = pixels[at + 3] / 255;
      for (let c = 0; c < 3; c += 1) sums[cell * 3 + c] += pixels[at + c] * alpha + 255 * (1 - alpha);
      counts[cell] += 1;
    }
  }
  const cells = Array.from(sums, (sum, i) => sum / Math.max(1, counts[Math.floor(i / 3)]));
  const mean = cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
  return { ink: ink / (pixels.length / 4), cells, mean, naturalWidth, naturalHeight };
}

const difference = (a, b) => a.cells.reduce((sum, cell, i) => sum + Math.abs(cell - b.cells[i]), 0) / a.cells.length;
const asData = (type, bytes) => `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;

async function inspect(page, file) {
  const problems = [];
  const text = readFileSync(file, "utf8");
  const root = await page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
    const svg = parsed.documentElement;
    const broken = parsed.querySelector("parsererror") !== null || svg.localName !== "svg";
    return { broken, width: svg.getAttribute("width"), height: svg.getAttribute("height"), viewBox: svg.getAttribute("viewBox") };
  }, text);
  if (root.broken) return ["not well-formed XML with an <svg> root"];
  if (!root.width || !root.height || !root.viewBox) problems.push("width, height or viewBox is missing on the root");

  const svg = asData("image/svg+xml", text);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await page.evaluate(measure, { data: svg });
  if (!light) return [...problems, "Chromium cannot load it as an image"];
  if (light.ink < LEAST_INK) problems.push(`Chromium drew next to nothing (ink ${light.ink.toFixed(4)})`);

  const png = `${file}.rsvg.png`;
  rmSync(png, { force: true });
  const run = spawnSync("rsvg-convert", [file, "-o", png], { encoding: "utf8", timeout: 120_000 });
  if (run.status !== 0 || run.stderr !== "") {
    problems.push(`rsvg-convert: ${run.status} ${run.error?.message ?? run.stderr.split("\n")[0]}`);
  } else {
    const other = await page.evaluate(measure, { data: asData("image/png", readFileSync(png)) });
    const off = difference(light, other);
    if (other.ink < LEAST_INK) problems.push(`rsvg-convert drew next to nothing (ink ${other.ink.toFixed(4)})`);
    if (off > MOST_DIFFERENCE) problems.push(`Chromium and rsvg-convert differ by ${off.toFixed(1)} of 255`);
    if (Math.abs(other.naturalWidth - light.naturalWidth) > 1) problems.push("Chromium and rsvg-convert disagree on the width");
  }

  if (text.includes("prefers-color-scheme: dark")) {
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await page.evaluate(measure, { data: svg });
    if (!(dark.mean < light.mean - 40)) problems.push(`the dark block does not darken the picture (${light.mean.toFixed(0)} to ${dark.mean.toFixed(0)})`);
    if (dark.ink < LEAST_INK) problems.push("nothing is visible in dark");
    await page.emulateMedia({ colorScheme: "light" });
  }
  problems.push(...page.incidents.splice(0));
  return problems;
}

const [folder, shots] = process.argv.slice(2);
const count = new Count("pictures");
const browser = await launch();
try {
  const page = await emptyPage(browser, { viewport: { width: 1600, height: 1200 } });
  const empty = await page.evaluate(measure, { data: asData("image/svg+xml", EMPTY) });
  count.check("control", empty && empty.ink < LEAST_INK ? [] : ["an empty picture counts as drawn"]);
  count.check("control", (await page.evaluate(measure, { data: asData("image/svg+xml", "<svg") })) === null ? [] : ["broken XML counts as an image"]);

  const all = files(folder, ".svg").filter((file) => !file.endsWith(".out.svg"));
  const sound = [];
  for (const file of all) {
    const problems = await inspect(page, file);
    count.check(file, problems);
    if (problems.length === 0) sound.push(file);
  }

  // A few for people to look at, spread over the list.
  rmSync(shots, { recursive: true, force: true });
  mkdirSync(shots, { recursive: true });
  const every = Math.max(1, Math.ceil(sound.length / SHOTS));
  for (const [index, file] of sound.entries()) {
    if (index % every !== 0) continue;
    await page.evaluate(async (data) => {
      const image = new Image();
      image.src = data;
      document.body.replaceChildren(image);
      await image.decode();
    }, asData("image/svg+xml", readFileSync(file)));
    const shot = await page.locator("img").screenshot();
    writeFileSync(join(shots, `${String(index).padStart(3, "0")}-${basename(file)}.png`), shot);
  }
} finally {
  await browser.close();
}
count.finish();
