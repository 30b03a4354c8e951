import {readFileSync} from "node:fs";
import {resolve} from "node:path";
import {expect, it} from "vitest";
import {run} from "../../loaders/cli/derive.js";
import {realEffects} from "../../loaders/cli/effects.js";
import {Derived, RequestRecord} from "../../src/schema/request.js";

const folder = resolve("evidence/2026-11-30-rehearsal/adaptive-131k");
const FIELDS = Object.keys(Derived.shape) as (keyof Derived)[];

it.each(["01-preflight", "03-capacity-4k-c1"])(
  "derive gives every field of a recorded line of %s, an absent cached count among them",
  async (stage) => {
    let text = "";
    const effects = {...realEffects, out: (part: string) => void (text += part)};
    expect(await run([`${folder}/${stage}.wire.jsonl.gz`, "--json"], effects)).toBe(0);
    const again = new Map((JSON.parse(text) as Derived[]).map((r) => [(r as {request_id?: string}).request_id, r]));
    const lines = readFileSync(`${folder}/${stage}.requests.jsonl`, "utf8").trim().split("\n");
    const records = lines.map((line) => RequestRecord.parse(JSON.parse(line)));
    expect(records.some((r) => r.cached_basis === "absent-is-zero")).toBe(true);
    for (const record of records)
      for (const field of FIELDS) expect(again.get(record.request_id)?.[field], field).toEqual(record[field]);
  }
);
