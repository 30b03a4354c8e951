import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {launchBrowser} from "../../support/siteBrowser.js";
import {runChild, TSX} from "../core/child.js";
import {measure} from "../core/measure.js";
import type {Part} from "../core/part.js";
import {gzipServer} from "../site/gzipServer.js";
import {manyCampaigns} from "../site/manyCampaigns.js";
import {millionRows} from "../site/millionRows.js";
import {firstAnswerMs, pageTimes, type PageTimes} from "../site/pageTimes.js";

const COUNTS = [1, 10, 50];
const FULL = [...COUNTS, 200];
const VISITS = 3;

/** Building the report of many campaigns, and what a reader waits for. */
export const site: Part = {
  name: "site",
  title: "Report: building it, and what a reader waits for",
  async run({folder, full}, add) {
    let dist = "";
    for (const count of full ? FULL : COUNTS) {
      const evidence = await manyCampaigns(join(folder, `campaigns-${count}`), count);
      dist = join(folder, `dist-${count}`);
      const marks: {line: string; at: number}[] = [];
      const from = performance.now();
      const {wallMs} = await runChild([...TSX, "loaders/cli.ts", "build", "--evidence", evidence, "--out", dist], {
        timeoutS: full ? 900 : 200,
        onLine: (line) => marks.push({line, at: performance.now() - from})
      });
      const framework = marks.find((mark) => mark.line.startsWith("building the site"))?.at;
      add(
        measure({
          what: `build of ${count} campaign${count === 1 ? "" : "s"}`,
          unit: "s",
          ours: [wallMs / 1000],
          limit:
            framework === undefined
              ? null
              : {name: "of it after the pages are computed", values: [(wallMs - framework) / 1000]},
          ...(count === 50 ? {target: {says: "60 s", met: (r: {ours: number}) => r.ours < 60}} : {})
        })
      );
    }
    await readers(dist, add);
  }
};

async function readers(dist: string, add: Parameters<Part["run"]>[1]): Promise<void> {
  const browser = await launchBrowser();
  const server = await gzipServer(dist);
  try {
    const [campaign = ""] = (await readdir(join(dist, "campaign"))).filter((name) => name.endsWith(".html")).sort();
    const visits: PageTimes[] = [];
    const answers: number[] = [];
    let sqlBytes = 0;
    for (let i = 0; i < VISITS; i += 1) {
      visits.push(await pageTimes(browser, `${server.url}/campaign/${campaign}`));
      const before = server.served();
      answers.push(await firstAnswerMs(browser, `${server.url}/sql.html`));
      sqlBytes = server.served() - before;
    }
    const line = "Chromium at half of this core's speed, 20 Mbit/s, 20 ms, an empty cache";
    add(
      measure({
        what: "verdict of a campaign on the screen",
        unit: "ms",
        ours: visits.map((v) => v.verdict_ms),
        target: {says: "1 s", met: ({ours}) => ours < 1000},
        note: line
      })
    );
    add(measure({what: "its charts drawn", unit: "ms", ours: visits.map((v) => v.charts_ms), note: line}));
    add(
      measure({
        what: "bytes until then, compressed",
        unit: "kB",
        ours: visits.map((v) => v.bytes / 1000),
        target: {says: "300 kB", met: ({ours}) => ours < 300}
      })
    );
    add(
      measure({
        what: "first answer in SQL, DuckDB loaded",
        unit: "ms",
        ours: answers,
        note: `${(sqlBytes / 1e6).toFixed(1)} MB, loaded only when SQL is asked for; ${line}`
      })
    );
    const rows = await millionRows(browser, dist);
    add(
      measure({
        what: "query over a million rows in the browser, loaded",
        unit: "ms",
        ours: rows.browser,
        limit: {name: "native DuckDB", values: rows.native},
        target: {says: "200 ms", met: ({ours}) => ours < 200},
        note: "counts, two nearest-rank percentiles and a maximum by stage; equal answers"
      })
    );
  } finally {
    server.close();
    await browser.close();
  }
}
