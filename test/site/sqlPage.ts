import type {Page} from "playwright-core";
import {expect, it} from "vitest";
import {notebookHref} from "../../src/components/sql/notebookLink.js";
import {QUESTIONS} from "../../src/components/sql/questions.js";
import type {Tab} from "../support/siteBrowser.js";

const output = (page: Page, n: number) => page.locator(".cell").nth(n).locator(".output");
const settled = (page: Page, n: number) =>
  output(page, n).locator("table, .sql-error, p").first().waitFor({timeout: 120_000});

async function ask(page: Page, n: number, sql: string): Promise<string> {
  const cell = page.locator(".cell").nth(n);
  await cell.locator(".cm-content").fill(sql);
  await output(page, n).evaluate((node) => node.replaceChildren());
  await cell.getByRole("button", {name: "Run"}).click();
  await settled(page, n);
  return output(page, n).innerText();
}

/** What the SQL page promises, registered in the suite that has built the site. */
export function sqlPageTests(tab: () => Tab, url: () => string): void {
  it("loads DuckDB only when it is asked for", async () => {
    const page = await tab().go(`${url()}sql.html`);
    const wasm: string[] = [];
    page.on("request", (r) => void (/\.wasm/.test(r.url()) && wasm.push(r.url())));
    expect(
      await page.evaluate(
        () => performance.getEntriesByType("resource").filter((r) => /\.wasm|\.ipc/.test(r.name)).length
      )
    ).toBe(0);
    await page.getByRole("button", {name: "Run"}).first().click();
    await settled(page, 0);
    expect(wasm.length).toBe(1);
    expect(tab().problems).toEqual([]);
  });

  it("answers each worked question", async () => {
    const page = await tab().go(`${url()}sql.html${notebookHref(QUESTIONS.map((q) => q.sql))}`);
    for (const [i, question] of QUESTIONS.entries()) {
      await settled(page, i);
      expect({question: question.title, error: await output(page, i).locator(".sql-error").allInnerTexts()}).toEqual({
        question: question.title,
        error: []
      });
    }
    expect(tab().problems).toEqual([]);
  });

  it("fetches the deltas when a query names their table, and no sooner: those of the requests that the report carries", async () => {
    const page = await tab().go(`${url()}sql.html`);
    const fetched = () =>
      page.evaluate(() => performance.getEntriesByType("resource").filter((r) => r.name.includes("/deltas.")).length);
    expect(await ask(page, 0, "SELECT count(*) > 0 AS there FROM requests WHERE output_deltas > 0")).toContain("true");
    expect(await fetched()).toBe(0);
    expect(
      await ask(
        page,
        0,
        `SELECT count(*) > 0 AND bool_and(rows >= output_deltas AND first_ms = ttfo_ms) AS they_agree
         FROM requests JOIN (SELECT campaign_id, request_id, count(*) AS rows, min(t_ms) AS first_ms FROM Deltas GROUP BY ALL)
         USING (campaign_id, request_id)`
      )
    ).toContain("true");
    expect(await ask(page, 0, "SELECT count(*) > 50 AS there FROM deltas")).toContain("true");
    expect(await fetched()).toBe(1);
    expect(tab().problems).toEqual([]);
  });

  it("keeps its cells in the address, so that a link shares them", async () => {
    const page = await tab().go(`${url()}sql.html${notebookHref(["SELECT 41 + 1 AS answer"])}`);
    await settled(page, 0);
    expect(await output(page, 0).locator("td").innerText()).toBe("42");
    await page.locator(".cm-content").first().fill("SELECT 7 AS seven");
    await expect.poll(() => decodeURIComponent(new URL(page.url()).hash)).toContain("SELECT 7 AS seven");
  });

  it("shows DuckDB's message with the place for a wrong query", async () => {
    const page = await tab().go(`${url()}sql.html`);
    expect(await ask(page, 0, "SELECT profil FROM profiles")).toMatch(/LINE 1[\s\S]*\^/);
    expect(await ask(page, 0, "SELEC 1")).toMatch(/does not understand this SQL[\s\S]*SELEC/);
  });

  it("refuses files, the network, extensions and settings, and brings a dropped table back by a reset", async () => {
    const page = await tab().go(`${url()}sql.html`);
    for (const sql of [
      "SELECT * FROM read_csv('https://example.com/a.csv')",
      "INSTALL httpfs",
      "LOAD json",
      "ATTACH 'x.db'",
      "COPY campaigns TO 'x.csv'",
      "SET enable_external_access = true"
    ])
      expect({sql, said: await ask(page, 0, sql)}).toEqual({
        sql,
        said: expect.stringMatching(/cannot reach|needs a DuckDB extension|refused|Error/) as unknown
      });
    expect(await page.locator(".sql-error").count()).toBe(1);
    await ask(page, 0, "DROP TABLE campaigns CASCADE");
    expect(await ask(page, 0, "SELECT count(*) FROM campaigns")).toMatch(/no table or view/);
    await page.getByRole("button", {name: "Reset the database"}).click();
    await page.getByText("Ready.").waitFor({timeout: 120_000});
    expect(await ask(page, 0, "SELECT count(*) > 0 AS back FROM campaigns")).toContain("true");
    expect(tab().problems.filter((p) => !/^console/.test(p))).toEqual([]);
  });
}
