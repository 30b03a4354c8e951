import {AxeBuilder} from "@axe-core/playwright";
import {readFile, readdir} from "node:fs/promises";
import {gzipSync} from "node:zlib";
import {join} from "node:path";
import type {Browser, Page} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {Decision} from "../../src/schema/decision.js";
import {formatNumber} from "../../src/components/formatNumber.js";
import {brokenLinks} from "../../loaders/cli/build/brokenLinks.js";
import {builtSite, command, WORKED, WORKED_ID, type BuiltSite} from "../support/builtSite.js";
import {HOSTILE, HOSTILE_ID} from "../support/hostileCampaign.js";
import {launchBrowser, servePrefix, visit} from "../support/siteBrowser.js";
import {sqlPageTests} from "./sqlPage.js";

let site: BuiltSite;
let browser: Browser;
let root: Awaited<ReturnType<typeof servePrefix>>;
let nested: Awaited<ReturnType<typeof servePrefix>>;
let paths: string[];

beforeAll(async () => {
  site = await builtSite();
  browser = await launchBrowser();
  root = await servePrefix(site.dist, "/");
  nested = await servePrefix(site.dist, "/some/prefix/");
  paths = (await readdir(site.dist, {recursive: true})).filter((p) => p.endsWith(".html"));
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await root?.close();
  await nested?.close();
});

const shownId = () => (WORKED === null ? HOSTILE_ID : WORKED_ID);
const firstRequest = async (id: string) => {
  const [profile = ""] = await readdir(join(site.dist, "_requests", id));
  const stages = await readdir(join(site.dist, "_requests", id, profile));
  const stage = stages.find((s) => !s.includes("frames")) ?? "";
  return `${profile}/${stage.replace(/\.json$/, "")}#0`;
};

/** Unfolds what a reader could unfold, so that nothing is hidden from a check. */
const unfold = (page: Page) =>
  page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));

describe("the built report", {timeout: 300_000}, () => {
  it.each(["/", "/some/prefix/"])(
    "under %s: every page loads with no console error and no failed request",
    async (prefix) => {
      const base = prefix === "/" ? root.url : nested.url;
      for (const path of paths) {
        const {page, problems} = await visit(browser, base + path);
        expect({path, problems}).toEqual({path, problems: []});
        expect(await page.locator(".observablehq--error").count()).toBe(0);
        await page.context().close();
      }
    }
  );

  it("has a strict Content-Security-Policy on every page", async () => {
    for (const path of paths) {
      const text = await readFile(join(site.dist, path), "utf8");
      const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? "";
      expect({
        path,
        strict: policy.startsWith("default-src 'self'; script-src 'self'") && !/https?:|'unsafe-eval'/.test(policy)
      }).toEqual({path, strict: true});
    }
  });

  it("has no broken internal link, and no link that leaves the report", async () => {
    expect(await brokenLinks(site.dist)).toEqual([]);
  });

  it.each(["light", "dark"] as const)("has nothing that axe finds, in %s", async (colorScheme) => {
    for (const path of [
      ...paths.filter((p) => !/404/.test(p)),
      `request/${HOSTILE_ID}.html#${encodeURIComponent(await firstRequest(HOSTILE_ID))}`
    ]) {
      const {page} = await visit(browser, root.url + path, {colorScheme});
      await unfold(page);
      // What the scheme can change is colour; the rest was looked at in light.
      const axe = new AxeBuilder({page}).setLegacyMode().options({resultTypes: ["violations"]});
      const {violations} = await (colorScheme === "dark" ? axe.withRules(["color-contrast"]) : axe).analyze();
      expect({
        path,
        found: violations.map(
          (v) =>
            `${v.id}: ${v.nodes
              .slice(0, 3)
              .map((n) => n.html.slice(0, 160))
              .join(" | ")}`
        )
      }).toEqual({path, found: []});
      await page.context().close();
    }
  });

  it("is readable without JavaScript: verdict, gates, headline table and findings", async () => {
    const decision = Decision.parse(
      JSON.parse(await command("decide", shownId(), "--json", "--evidence", site.evidence))
    );
    const {page} = await visit(browser, `${root.url}campaign/${shownId()}.html`, {javaScriptEnabled: false});
    const text = await page.locator("main").innerText();
    expect(text).toContain(decision.verdict.sentence.replaceAll(HOSTILE, "").slice(0, 40));
    expect(await page.locator(".gates li").count()).toBe(7);
    expect(await page.locator("#headline ~ .scroll table tbody tr").count()).toBeGreaterThan(0);
    expect(await page.locator(".finding").count()).toBe(new Set(decision.findings.map((f) => f.rule)).size);
    await page.context().close();
  });

  it("shows every headline number as decide --json has it", async () => {
    for (const id of site.campaigns) {
      const decision = Decision.parse(JSON.parse(await command("decide", id, "--json", "--evidence", site.evidence)));
      const {page} = await visit(browser, `${root.url}campaign/${id}.html`, {javaScriptEnabled: false});
      const shown = await page
        .locator("a[data-value]")
        .evaluateAll((links) =>
          links.map((a) => [a.getAttribute("data-value") ?? "", a.getAttribute("title") ?? "", a.textContent ?? ""])
        );
      expect(shown.length > 0).toBe(decision.values.some((v) => v.value !== null));
      for (const [valueId, title, text] of shown) {
        const value = decision.values.find((v) => v.id === valueId);
        expect(title).toBe(`exactly ${value?.value}${value?.unit ? ` ${value.unit}` : ""}`);
        expect(text).toBe(formatNumber(value?.value ?? NaN));
      }
      await page.context().close();
    }
  });

  it("leads by one click from a number to its query, its request rows and their file's hash", async () => {
    const {page} = await visit(browser, `${root.url}campaign/${shownId()}.html`);
    const number =
      WORKED === null
        ? page.locator("a[data-value]").first()
        : page.getByRole("link", {name: "108.6", exact: true}).first();
    await number.click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(await dialog.locator("pre").innerText()).toMatch(/select/i);
    expect(await dialog.locator(".lineage-requests a").count()).toBe(3);
    expect(await dialog.locator(".lineage-files").innerText()).toMatch(WORKED === null ? /files?|/ : /[0-9a-f]{64}/);
    const target = await dialog.locator(".lineage-requests a").first().innerText();
    await dialog.locator(".lineage-requests a").first().click();
    await page.locator(".request-view").waitFor();
    expect(await page.locator(".request-view h2").innerText()).toBe(target);
    await page.context().close();
  });

  it("shows a hostile answer as text on its request's page, with a timeline that the keyboard reads", async () => {
    const {page, problems} = await visit(
      browser,
      `${nested.url}request/${HOSTILE_ID}.html#${encodeURIComponent(await firstRequest(HOSTILE_ID))}`
    );
    await page.locator("svg.timeline").waitFor();
    const text = (await page.locator("pre.model-text").allInnerTexts()).join("");
    expect(text).toContain("window.pwned=1</script>");
    expect(text).toContain("\u241b[31mred");
    await page.locator("svg.timeline").focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.locator(".readout").innerText()).toContain("delta 1 of");
    await page.locator("summary", {hasText: "Wire frames"}).click();
    await page.locator("pre.frames").waitFor();
    expect(await page.locator("pre.frames").innerText()).toContain("[DONE]");
    expect(await page.evaluate(() => "pwned" in window)).toBe(false);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("marks simulated evidence on its pages, charts and downloads", async () => {
    const {page} = await visit(browser, `${root.url}campaign/${HOSTILE_ID}.html`);
    expect(await page.locator(".simulated-band").count()).toBe(1);
    await page.locator("figure.chart").first().waitFor();
    expect(await page.locator("figure.chart:not(.simulated)").count()).toBe(0);
    const names = await page
      .locator(".downloads a[download]")
      .evaluateAll((links) => links.map((a) => a.getAttribute("download") ?? ""));
    expect(names.every((name) => name.includes("simulated"))).toBe(true);
    expect(await page.evaluate(() => "pwned" in window)).toBe(false);
    await page.context().close();
  });

  it.each([1440, 768, 390])("fits %d px: no page scrolls sideways", async (width) => {
    for (const path of paths) {
      const {page} = await visit(browser, root.url + path, {viewport: {width, height: 900}});
      expect({
        path,
        over: await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
      }).toEqual({path, over: 0});
      await page.context().close();
    }
  });

  it("has the verdict and the gates on the first screen of 1440 by 900", async () => {
    const {page} = await visit(browser, `${root.url}campaign/${shownId()}.html`, {
      viewport: {width: 1440, height: 900}
    });
    for (const part of [".sentence", ".gates li:nth-child(7)"]) {
      const box = await page.locator(part).first().boundingBox();
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
    }
    await page.context().close();
  });

  it("prints with nothing folded", async () => {
    const {page} = await visit(browser, `${root.url}campaign/${shownId()}.html`);
    const pdf = await page.pdf({format: "A4"});
    expect(pdf.subarray(0, 4).toString()).toBe("%PDF");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    expect(await page.locator("details:not([open])").count()).toBe(0);
    await page.context().close();
  });

  it("transfers less than 300 kB compressed for each campaign's page, before any SQL", async () => {
    for (const id of site.campaigns.filter((name) => !name.includes("."))) {
      const context = await browser.newContext();
      const fresh = await context.newPage();
      const bodies: Promise<number>[] = [];
      fresh.on("response", (r) => {
        // Fonts are compressed as they are.
        const weigh = (body: Buffer) => (r.url().endsWith(".woff2") ? body.length : gzipSync(body).length);
        bodies.push(r.body().then(weigh, () => 0));
      });
      await fresh.goto(`${root.url}campaign/${id}.html`, {waitUntil: "networkidle"});
      const bytes = (await Promise.all(bodies)).reduce((sum, n) => sum + n, 0);
      expect({id, bytes, light: bytes > 20_000 && bytes < 300_000}).toEqual({id, bytes, light: true});
      await context.close();
    }
  });

  sqlPageTests(
    () => browser,
    () => nested.url
  );
});
