import {readFile, readdir} from "node:fs/promises";
import {gzipSync} from "node:zlib";
import {join} from "node:path";
import type {Browser} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {Decision} from "../../src/schema/decision.js";
import {formatNumber} from "../../src/components/formatNumber.js";
import {brokenLinks} from "../../loaders/cli/build/brokenLinks.js";
import {builtSite, command, WORKED, WORKED_ID, type BuiltSite} from "../support/builtSite.js";
import {HOSTILE, HOSTILE_ID} from "../support/hostileCampaign.js";
import {launchBrowser, openTab, servePrefix, type Tab} from "../support/siteBrowser.js";
import {sqlPageTests} from "./sqlPage.js";
import {load, overflow, walk, type Walked} from "./walk.js";

let site: BuiltSite;
let browser: Browser;
let root: Awaited<ReturnType<typeof servePrefix>>;
let nested: Awaited<ReturnType<typeof servePrefix>>;
let paths: string[];
let tab: Tab;
let plain: Tab;

beforeAll(async () => {
  site = await builtSite();
  browser = await launchBrowser();
  root = await servePrefix(site.dist, "/");
  nested = await servePrefix(site.dist, "/some/prefix/");
  paths = (await readdir(site.dist, {recursive: true})).filter((p) => p.endsWith(".html"));
  const origins = [root.url, nested.url].map((url) => new URL(url).origin);
  tab = await openTab(browser, origins);
  plain = await openTab(browser, origins, {javaScriptEnabled: false});
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

/** Every page as a tab found it that went through the report once; the tests look at one side of it each. */
let walking: Promise<Walked[]> | undefined;
const walked = () =>
  (walking ??= (async () => {
    const request = `request/${HOSTILE_ID}.html#${encodeURIComponent(await firstRequest(HOSTILE_ID))}`;
    return walk(tab, root.url, [...paths, request], [1440, 768, 390]);
  })());
const NOT_FOUND = /404/;

describe("the built report", {timeout: 300_000}, () => {
  it("under /: every page loads with no console error and no failed request", async () => {
    for (const {path, problems} of await walked()) expect({path, problems}).toEqual({path, problems: []});
  });

  it("under /some/prefix/, opened on a phone: the same, and none scrolls sideways", async () => {
    await tab.page.setViewportSize({width: 390, height: 844});
    for (const path of paths) {
      const problems = await load(tab, nested.url + path);
      expect({path, problems, over: await overflow(tab.page, 390)}).toEqual({path, problems: [], over: 0});
    }
    await tab.page.setViewportSize({width: 1280, height: 720});
  });

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

  it.each(["light", "dark"] as const)("has nothing that axe finds, in %s", async (scheme) => {
    for (const {path, axe} of await walked())
      if (!NOT_FOUND.test(path)) expect({path, found: axe[scheme]}).toEqual({path, found: []});
  });

  it("is readable without JavaScript: verdict, gates, headline table and findings", async () => {
    const decision = Decision.parse(
      JSON.parse(await command("decide", shownId(), "--json", "--evidence", site.evidence))
    );
    const page = await plain.go(`${root.url}campaign/${shownId()}.html`);
    const text = await page.locator("main").innerText();
    expect(text).toContain(decision.verdict.sentence.replaceAll(HOSTILE, "").slice(0, 40));
    expect(await page.locator(".gates li").count()).toBe(7);
    expect(await page.locator("#headline ~ .scroll table tbody tr").count()).toBeGreaterThan(0);
    expect(await page.locator(".finding").count()).toBe(new Set(decision.findings.map((f) => f.rule)).size);
  });

  it("shows every headline number as decide --json has it", async () => {
    for (const id of site.campaigns) {
      const decision = Decision.parse(JSON.parse(await command("decide", id, "--json", "--evidence", site.evidence)));
      const page = await plain.go(`${root.url}campaign/${id}.html`);
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
    }
  });

  it("leads by one click from a number to its query, its request rows and their file's hash", async () => {
    const page = await tab.go(`${root.url}campaign/${shownId()}.html`);
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
  });

  it("shows a hostile answer as text on its request's page, with a timeline that the keyboard reads", async () => {
    const page = await tab.go(
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
    expect(tab.problems).toEqual([]);
  });

  it("marks simulated evidence on its pages, charts and downloads", async () => {
    const page = await tab.go(`${root.url}campaign/${HOSTILE_ID}.html`);
    expect(await page.locator(".simulated-band").count()).toBe(1);
    await page.locator("figure.chart").first().waitFor();
    expect(await page.locator("figure.chart:not(.simulated)").count()).toBe(0);
    const names = await page
      .locator(".downloads a[download]")
      .evaluateAll((links) => links.map((a) => a.getAttribute("download") ?? ""));
    expect(names.every((name) => name.includes("simulated"))).toBe(true);
    expect(await page.evaluate(() => "pwned" in window)).toBe(false);
  });

  it.each([1440, 768, 390])("fits %d px: no page scrolls sideways", async (width) => {
    for (const {path, over} of await walked()) expect({path, over: over[width]}).toEqual({path, over: 0});
  });

  it("has the verdict and the gates on the first screen of 1440 by 900", async () => {
    await tab.page.setViewportSize({width: 1440, height: 900});
    const page = await tab.go(`${root.url}campaign/${shownId()}.html`);
    for (const part of [".sentence", ".gates li:nth-child(7)"]) {
      const box = await page.locator(part).first().boundingBox();
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
    }
  });

  it("prints with nothing folded", async () => {
    const page = await tab.go(`${root.url}campaign/${shownId()}.html`);
    const pdf = await page.pdf({format: "A4"});
    expect(pdf.subarray(0, 4).toString()).toBe("%PDF");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    expect(await page.locator("details:not([open])").count()).toBe(0);
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
    () => tab,
    () => nested.url
  );
});
