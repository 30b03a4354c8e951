import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {expect, it} from "vitest";
import {run} from "../../loaders/cli/derive.js";
import {realEffects} from "../../loaders/cli/effects.js";
import {Derived, RequestRecord} from "../../src/schema/request.js";

const folder = resolve("evidence/2026-11-30-rehearsal/adaptive-131k");
const FIELDS = Object.keys(Derived.shape) as (keyof Derived)[];

async function derive(file: string): Promise<unknown> {
  let text = "";
  const effects = {...realEffects, out: (part: string) => void (text += part)};
  expect(await run([file, "--json"], effects)).toBe(0);
  return JSON.parse(text);
}

it.each(["01-preflight", "03-capacity-4k-c1"])(
  "derive gives every field of a recorded line of %s, an absent cached count among them",
  async (stage) => {
    const again = new Map(
      ((await derive(`${folder}/${stage}.wire.jsonl.gz`)) as Derived[]).map((r) => [
        (r as {request_id?: string}).request_id,
        r
      ])
    );
    const lines = readFileSync(`${folder}/${stage}.requests.jsonl`, "utf8").trim().split("\n");
    const records = lines.map((line) => RequestRecord.parse(JSON.parse(line)));
    expect(records.some((r) => r.cached_basis === "absent-is-zero")).toBe(true);
    for (const record of records)
      for (const field of FIELDS) expect(again.get(record.request_id)?.[field], field).toEqual(record[field]);
  }
);

it("derive takes a wire file that lies alone, and a capture without a name", async () => {
  const alone = mkdtempSync(join(tmpdir(), "assay-derive-"));
  try {
    const id = "p/01-capacity#0";
    const sent = {request: {method: "POST", path: "/v1/chat/completions", body: {stream: true}}, sent_at: ""};
    const frames = [
      [id, 0, sent],
      [id, 5_000_000, {end: "reset", error: "the host's name is not known (DNS) (ENOTFOUND)"}]
    ];
    writeFileSync(join(alone, "01-capacity.wire.jsonl"), `${frames.map((f) => JSON.stringify(f)).join("\n")}\n`);
    expect(await derive(join(alone, "01-capacity.wire.jsonl"))).toMatchObject({
      request_id: id,
      status: "truncated",
      error: "no response came: the host's name is not known (DNS) (ENOTFOUND)",
      e2e_ms: 5
    });
    writeFileSync(join(alone, "a.json"), JSON.stringify({frames: [[1, "data: [DONE]\n\n"]]}));
    expect(await derive(join(alone, "a.json"))).toMatchObject({request_id: null, status: "ok", e2e_ms: 1});
  } finally {
    rmSync(alone, {recursive: true});
  }
});
