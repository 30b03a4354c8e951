import {AxeBuilder} from "@axe-core/playwright";
import type {Page} from "playwright-core";
import type {Tab} from "../support/siteBrowser.js";

/** Rows of a table that axe looks at: the others have the same columns and classes, and cost as much each. */
const ROWS = 40;

/** What one page of the report was found to be. */
export interface Walked {
  path: string;
  /** Of its load, and cells that Framework shows as failed. */
  problems: string[];
  /** Pixels by which it is wider than the window, by the window's width. */
  over: Record<number, number>;
  /** What axe finds: everything in light, and colours again in dark. */
  axe: Record<"light" | "dark", string[]>;
}

/** Loads a page and takes its problems. */
export async function load(tab: Tab, url: string): Promise<string[]> {
  const page = await tab.go(url);
  const failed = await page.locator(".observablehq--error").allInnerTexts();
  return [...tab.problems, ...failed.map((text) => `failed cell: ${text}`)];
}

/** How much wider the page is than a window of `width`; the charts are drawn again before it is asked. */
export async function overflow(page: Page, width: number): Promise<number> {
  await page.setViewportSize({width, height: 900});
  return page.evaluate(async () => {
    for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
    return Math.max(0, document.documentElement.scrollWidth - innerWidth);
  });
}

/** Loads every page once and looks at it at each width, then unfolded in light and in dark. */
export async function walk(tab: Tab, url: string, paths: string[], widths: number[]): Promise<Walked[]> {
  const walked: Walked[] = [];
  for (const path of paths) {
    const problems = await load(tab, url + path);
    const {page} = tab;
    const over: Walked["over"] = {};
    for (const width of widths) over[width] = await overflow(page, width);
    await page.setViewportSize({width: 1280, height: 720});
    // What a reader could unfold is unfolded, so that nothing is hidden from a check.
    await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
    await page.addStyleTag({content: `tr:nth-child(n + ${ROWS + 1}) { display: none }`});
    const light = await violations(page, (axe) => axe);
    // What the scheme can change is colour.
    await page.emulateMedia({colorScheme: "dark"});
    const dark = await violations(page, (axe) => axe.withRules(["color-contrast"]));
    await page.emulateMedia({colorScheme: "light"});
    walked.push({path, problems, over, axe: {light, dark}});
  }
  return walked;
}

async function violations(page: Page, narrow: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const axe = new AxeBuilder({page}).setLegacyMode().options({resultTypes: ["violations"], preload: false});
  const found = await narrow(axe).analyze();
  return found.violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .slice(0, 3)
        .map((n) => n.html.slice(0, 160))
        .join(" | ")}`
  );
}
