import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {openDatabase} from "../../src/analysis/database.js";
import {VIEWS, viewText} from "../../src/analysis/views.js";
import {TABLES} from "../../src/schema/tables.js";
import {wholeCampaign} from "./support/wholeCampaign.js";

interface WasmRows {
  toArray(): {toJSON(): Record<string, unknown>}[];
}
interface WasmConnection {
  query(sql: string): WasmRows;
}
interface WasmDatabase {
  instantiate(): Promise<unknown>;
  open(config: object): void;
  connect(): WasmConnection;
  registerFileText(name: string, text: string): void;
}

const SETTINGS = [
  "set autoinstall_known_extensions = false",
  "set autoload_known_extensions = false",
  "set enable_external_access = false",
  "set lock_configuration = true"
];

/** DuckDB as the browser runs it, with no extension at hand. */
async function browserDatabase(): Promise<WasmConnection> {
  const require = createRequire(import.meta.url);
  const dist = dirname(require.resolve("@duckdb/duckdb-wasm/dist/duckdb-node-blocking.cjs"));
  const duckdb = require(join(dist, "duckdb-node-blocking.cjs")) as {
    createDuckDB(bundles: object, logger: object, runtime: object): Promise<WasmDatabase>;
    VoidLogger: new () => object;
    NODE_RUNTIME: object;
  };
  const mvp = {mainModule: join(dist, "duckdb-mvp.wasm"), mainWorker: ""};
  const db = await duckdb.createDuckDB(
    {mvp, eh: {...mvp, mainModule: join(dist, "duckdb-eh.wasm")}},
    new duckdb.VoidLogger(),
    duckdb.NODE_RUNTIME
  );
  await db.instantiate();
  db.open({query: {castBigIntToDouble: true, castDecimalToDouble: true}});
  return db.connect();
}

describe("the views in the browser's DuckDB", () => {
  let wasm: WasmConnection;
  let native: Awaited<ReturnType<typeof openDatabase>>;
  beforeAll(async () => {
    native = await openDatabase(await wholeCampaign());
    wasm = await browserDatabase();
    for (const {name, columns} of TABLES) {
      wasm.query(`create table "${name}" (${columns.map((c) => `"${c.name}" ${c.type}`).join(", ")})`);
      for (const row of await native.query(`select * from "${name}"`)) {
        const values = columns.map((column) => literal(row[column.name]));
        wasm.query(`insert into "${name}" values (${values.join(", ")})`);
      }
    }
    for (const setting of SETTINGS) wasm.query(setting);
    for (const name of VIEWS) wasm.query(`create view "${name}" as ${await viewText(name)}`);
  });
  afterAll(() => native.close());

  it.each([
    ["request_metrics", "request_id, decode_tok_s, effective_prefill_tok_s, visible_answer, counted, rate_counted"],
    ["stage_summary", "stage, n_ok, decode_tok_s_p50, ttft_ms_p95, basis, array_to_string(files, ',') as files"],
    ["reserve", "gpu, after_mib, verdict"],
    ["gates", "profile, gate, verdict, reason, value"],
    ["decisions", "profile, outcome, reason, selected"]
  ])(
    "%s gives the rows that the native one gives, from the same text and without an extension",
    async (view, columns) => {
      const sql = `select ${columns} from ${view} order by all`;
      const rows = wasm
        .query(sql)
        .toArray()
        .map((row) => row.toJSON());
      expect(rows.length).toBeGreaterThan(0);
      expect(rows).toEqual(await native.query(sql));
    }
  );
});

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return `'${String(value as string).replaceAll("'", "''")}'`;
}
