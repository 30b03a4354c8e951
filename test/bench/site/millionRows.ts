import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {float64, tableFromArrays, tableToIPC, utf8} from "@uwdata/flechette";
import type * as Duckdb from "@duckdb/duckdb-wasm";
import type {Browser} from "playwright-core";
import {gzipServer} from "./gzipServer.js";

const ROWS = 1_000_000;
const STAGES = 8;
const REPEATS = 5;
const SQL = `select stage, count(*) as n, quantile_disc(ttfo_ms, 0.5) as p50, quantile_disc(ttfo_ms, 0.99) as p99, max(rate) as best
  from rows group by stage order by stage`;

const ttfo = (i: number): number => ((i * 7919) % 1_000_003) / 1000;
const rate = (i: number): number => ((i * 104_729) % 999_983) / 7000;

/** Milliseconds of the same query over the same million rows, in the browser and native; throws where the answers differ. */
export async function millionRows(
  browser: Browser,
  dist: string,
  rows = ROWS
): Promise<{browser: number[]; native: number[]}> {
  const native = await inNode(rows);
  const inPage = await inBrowser(browser, dist, rows);
  if (JSON.stringify(native.answer) !== JSON.stringify(inPage.answer)) throw new Error("browser and native differ");
  return {browser: inPage.times, native: native.times};
}

async function inNode(rows: number): Promise<{times: number[]; answer: unknown}> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(
    `create table rows as select 's' || (i % ${STAGES}) as stage, ((i * 7919) % 1000003) / 1000.0::double as ttfo_ms,
      ((i * 104729) % 999983) / 7000.0::double as rate from range(${rows}) as r(i)`
  );
  const times: number[] = [];
  let answer: unknown = null;
  for (let i = 0; i < REPEATS; i += 1) {
    const from = performance.now();
    const reader = await connection.runAndReadAll(SQL);
    times.push(performance.now() - from);
    answer = reader
      .getRowObjectsJS()
      .map((row) => Object.values(row).map((v) => (typeof v === "bigint" ? Number(v) : v)));
  }
  connection.closeSync();
  return {times, answer};
}

async function inBrowser(browser: Browser, dist: string, rows: number): Promise<{times: number[]; answer: unknown}> {
  const all = Array.from({length: rows}, (_, i) => i);
  const columns = {
    stage: all.map((i) => `s${i % STAGES}`),
    ttfo_ms: Float64Array.from(all, ttfo),
    rate: Float64Array.from(all, rate)
  };
  const types = {stage: utf8(), ttfo_ms: float64(), rate: float64()};
  const bytes = tableToIPC(tableFromArrays(columns, {types}), {format: "stream"});
  if (!bytes) throw new Error("Arrow gave no bytes");
  const server = await gzipServer(dist, {"/rows.bin": bytes});
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${server.url}/sql.html`, {waitUntil: "commit"});
    const [module, worker, wasm] = await duckdbFiles(dist, server.url);
    const argument = {module, worker, wasm, sql: SQL, repeats: REPEATS};
    return await page.evaluate(async ({module, worker, wasm, sql, repeats}) => {
      const duckdb = (await import(module ?? "")) as typeof Duckdb;
      const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), await duckdb.createWorker(worker ?? ""));
      await db.instantiate(wasm ?? "");
      await db.open({query: {castBigIntToDouble: true, castDecimalToDouble: true}});
      const connection = await db.connect();
      const file = new Uint8Array(await (await fetch("/rows.bin")).arrayBuffer());
      await connection.insertArrowFromIPCStream(file, {name: "rows"});
      const times: number[] = [];
      let answer: unknown = null;
      for (let i = 0; i < repeats; i += 1) {
        const from = performance.now();
        const table = await connection.query(sql);
        times.push(performance.now() - from);
        answer = table.toArray().map((row) => Object.values(row.toJSON() as Record<string, unknown>));
      }
      return {times, answer};
    }, argument);
  } finally {
    await context.close();
    server.close();
  }
}

/** Whole addresses of DuckDB's module, worker and program in a built report, whose names carry hashes: its worker has no base to resolve others by. */
async function duckdbFiles(dist: string, url: string): Promise<string[]> {
  const names = (await readdir(dist, {recursive: true})).filter((name) => name.includes("duckdb-wasm"));
  const address = (pattern: RegExp) => {
    const found = names.find((name) => pattern.test(name));
    if (found === undefined) throw new Error(`the report holds no file ${String(pattern)}`);
    return `${url}/${join(found)}`;
  };
  return [address(/duckdb-wasm@[^/]+\/[^/]+\.js$/), address(/eh\.worker[^/]*\.js$/), address(/duckdb-eh[^/]*\.wasm$/)];
}
