// Opens a picture in Chromium as a reader would: a pointer on a box shows its flows and no others, the embedded font is used.
//   pointer.mjs PLAIN.svg EMBEDDED.svg
import { readFileSync } from "node:fs";
import { Count, emptyPage, launch } from "./browser.mjs";

const shown = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".way")]
      .filter((way) => Number(getComputedStyle(way.querySelector("path")).strokeOpacity) > 0)
      .map((way) => way.dataset.id)
      .sort(),
  );

async function hover(page, box) {
  const place = await page.evaluate((id) => {
    const area = document.querySelector(`[data-kind="node"][data-id="${id}"] rect`).getBoundingClientRect();
    return [area.x + 4, area.y + 4];
  }, box);
  await page.mouse.move(...place);
}

const [plain, embedded] = process.argv.slice(2);
const count = new Count("pointer");
const browser = await launch();
try {
  const page = await emptyPage(browser, { viewport: { width: 2000, height: 2000 } });
  await page.setContent(readFileSync(plain, "utf8"));
  await page.mouse.move(0, 0);
  const idle = await shown(page);
  count.check("no pointer", idle.length === 0 ? [] : [`flows shown: ${idle}`]);
  const boxes = await page.evaluate(() => [...document.querySelectorAll('[data-kind="node"]')].map((node) => node.dataset.id));
  for (const box of boxes) {
    await hover(page, box);
    const wanted = await page.evaluate(
      (id) =>
        [...document.querySelectorAll(".way")]
          .filter((way) => way.dataset.from === id || way.dataset.to === id)
          .map((way) => way.dataset.id)
          .sort(),
      box,
    );
    const got = await shown(page);
    count.check(`pointer on ${box}`, `${got}` === `${wanted}` ? [] : [`shown: ${got}; wanted: ${wanted}`]);
  }
  for (const [file, wanted] of [[plain, 0], [embedded, 2]]) {
    await page.setContent(readFileSync(file, "utf8"));
    const loaded = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter((face) => face.family === "Inter" && face.status === "loaded").length;
    });
    count.check(file, loaded === wanted ? [] : [`${loaded} faces of the font loaded, wanted ${wanted}`]);
  }
  const incidents = page.incidents.splice(0);
  count.check("nothing asked for", incidents);
} finally {
  await browser.close();
}
count.finish();
