// What both browser checks share: the browser, the files, the count.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"];

/** Starts a headless browser with an empty profile that talks to nobody. */
export async function launch() {
  const executablePath = BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error(`no browser found, looked for ${BROWSERS.join(", ")}`);
  return chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Opens an empty page; every request, dialog or page error after that is written to `page.incidents`. */
export async function emptyPage(browser, options = {}) {
  const page = await browser.newPage(options);
  page.incidents = [];
  await page.setContent("<!doctype html><meta charset=utf-8><body style='margin:0'></body>");
  page.on("pageerror", (error) => page.incidents.push(`page error: ${error.message}`));
  page.on("dialog", (dialog) => {
    page.incidents.push(`dialog: ${dialog.type()}`);
    dialog.dismiss();
  });
  await page.route("**/*", (route) => {
    const scheme = route.request().url().split(":")[0];
    if (scheme === "data" || scheme === "blob") return route.continue();
    page.incidents.push(`request with scheme ${scheme}`);
    return route.abort();
  });
  return page;
}

/** Lists the files below a folder with this ending, in a fixed order. */
export function files(folder, ending) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Counts checks, prints the failed ones, and closes with the line that run.sh adds up. */
export class Count {
  constructor(name) {
    this.name = name;
    this.passed = 0;
    this.failed = 0;
  }

  check(what, problems) {
    if (problems.length === 0) {
      this.passed += 1;
    } else {
      this.failed += 1;
      console.error(`FAIL ${what}: ${problems.join("; ")}`);
    }
  }

  finish() {
    console.log(`${this.name}: ${this.passed} passed, ${this.failed} failed`);
    process.exitCode = this.failed === 0 ? 0 : 1;
  }
}
