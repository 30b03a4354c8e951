import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {describe, expect, it} from "vitest";
import {z} from "zod";
import {caseExchange, WireCase} from "../../src/metrics/wire/caseExchange.js";
import {flatRecord} from "../../src/metrics/wire/flatRecord.js";

const folder = resolve("../shared/cases/wire");
const Expected = WireCase.extend({expect: z.record(z.string(), z.unknown())});
const load = (file: string) => Expected.parse(JSON.parse(readFileSync(join(folder, file), "utf8")));

/** Compares to 1e-9 relative, deeply. */
function same(actual: unknown, wanted: unknown, at: string): void {
  if (typeof wanted === "number" && typeof actual === "number")
    expect(Math.abs(actual - wanted), at).toBeLessThanOrEqual(1e-9 * Math.abs(wanted));
  else if (typeof wanted === "object" && wanted !== null)
    for (const [key, value] of Object.entries(wanted))
      same((actual as Record<string, unknown> | undefined)?.[key], value, `${at}.${key}`);
  else expect(actual, at).toEqual(wanted);
}

function meets(derived: object, wanted: Record<string, unknown>) {
  const record = derived as Record<string, unknown>;
  for (const [key, value] of Object.entries(wanted)) {
    if (key === "error_contains") expect(record.error).toContain(value);
    else if (key === "findings") expect(record.findings).toEqual(expect.arrayContaining(value as string[]));
    else same(record[key], value, key);
  }
}

describe.skipIf(!existsSync(folder))("derives every case of the shared wire folder", () => {
  for (const file of existsSync(folder) ? readdirSync(folder).filter((f) => f.endsWith(".json")) : [])
    it(file, () => {
      const given = load(file);
      meets(flatRecord(given.name, caseExchange(given)), given.expect);
    });

  it("gives the same text for any cut of any-byte-split, and for every byte by itself", () => {
    const given = load("any-byte-split.json");
    const whole = Buffer.concat(given.frames.map(([, text]) => Buffer.from(text as string)));
    const cut = (...places: number[]) => {
      const pieces = [0, ...places].map((from, i) => ({
        t_ms: 100 + i,
        data: new Uint8Array(whole.subarray(from, places[i] ?? whole.length))
      }));
      const exchange = {...caseExchange(given), pieces};
      meets(flatRecord(given.name, exchange), given.expect);
    };
    for (let at = 0; at <= whole.length; at += 1) cut(at);
    cut(...whole.keys());
    for (let at = 3; at < whole.length; at += 7) cut(at - 2, at - 1, at);
  });
});
