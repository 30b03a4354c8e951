import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, test} from "vitest";
import {z} from "zod";
import {main} from "../../loaders/cli.js";
import type {CliEffects} from "../../loaders/cli/effects.js";

const folder = join(process.cwd(), "../shared/cases/statistics");
const Case = z.object({
  name: z.string(),
  baseline: z.array(z.number()),
  candidate: z.array(z.number()),
  better: z.enum(["higher", "lower"]),
  aa_floor: z.number().nullable(),
  expect: z.record(z.string(), z.union([z.number(), z.string(), z.null()]))
});

async function ratio(...argv: string[]): Promise<{code: number; out: string; talk: string}> {
  const said = {out: "", talk: ""};
  const effects: CliEffects = {
    out: (text) => void (said.out += text),
    talk: (text) => void (said.talk += text),
    env: {},
    cwd: process.cwd(),
    now: () => new Date(0),
    interactive: false
  };
  return {code: await main(["ratio", ...argv], effects), ...said};
}

describe.skipIf(!existsSync(folder))(
  "ratio agrees with every shared case to 1e-9 (skipped when they are absent)",
  () => {
    const files = existsSync(folder) ? readdirSync(folder) : [];
    test.each(files)("%s", async (file) => {
      const c = Case.parse(JSON.parse(readFileSync(join(folder, file), "utf8")));
      const floor = c.aa_floor === null ? [] : ["--floor", String(c.aa_floor)];
      const arms = ["--baseline", c.baseline.join(","), "--candidate", c.candidate.join(",")];
      const {code, out} = await ratio(...arms, "--better", c.better, ...floor, "--json");
      expect(code).toBe(0);
      const printed = JSON.parse(out) as Record<string, unknown>;
      for (const [key, value] of Object.entries(c.expect)) {
        if (typeof value === "number") expect(Math.abs((printed[key] as number) - value), key).toBeLessThan(1e-9);
        else expect(printed[key], key).toBe(value);
      }
    });
  }
);

describe("ratio on the command line", () => {
  test("prints ratio, lo, hi, coverage, min_p, p, word and needs", async () => {
    const {out} = await ratio("--baseline", "74.1,72.7,75.8", "--candidate", "103.5,89.2,179.5", "--json");
    expect(Object.keys(JSON.parse(out) as object)).toEqual(
      expect.arrayContaining(["ratio", "lo", "hi", "coverage", "min_p", "p", "word", "needs"])
    );
    const plain = await ratio("--baseline", "74.1,72.7,75.8", "--candidate", "103.5,89.2,179.5");
    expect(plain.out).toContain("too few samples");
    expect(plain.out).toContain("needs 4 v 4");
  });

  test("an empty arm, a missing value, zero and a negative are not comparable, with a reason", async () => {
    for (const baseline of ["", "null,1,2", "NaN", "0,1,2", "-1,2,3", "Infinity"]) {
      const {code, out} = await ratio("--baseline", baseline, "--candidate", "1,2,3", "--json");
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({word: "not comparable", ratio: null, p: null, min_p: null});
      expect((JSON.parse(out) as {reason: string}).reason).toContain("baseline");
    }
  });

  test("one value an arm covers nothing and says so", async () => {
    const {out} = await ratio("--baseline", "10", "--candidate", "20", "--json");
    expect(JSON.parse(out)).toMatchObject({
      ratio: 2,
      lo: 2,
      hi: 2,
      coverage: 0,
      min_p: 1,
      p: 1,
      word: "too few samples"
    });
  });

  test("wrong use names the option, exits 2, and prints nothing on stdout", async () => {
    const wrong = [
      ["--baseline", "1,x", "--candidate", "2"],
      ["--baseline", "1,,2", "--candidate", "2"],
      ["--baseline", "1", "--candidate", "2", "--better", "bigger"],
      ["--baseline", "1", "--candidate", "2", "--floor", "0.5"],
      ["--baseline", "1", "--candidate", "2", "--family", "0"],
      ["--baseline", "1"]
    ];
    for (const argv of wrong) {
      const {code, out, talk} = await ratio(...argv);
      expect(code, argv.join(" ")).toBe(2);
      expect(out).toBe("");
      expect(talk).toContain("--");
    }
  });

  test("a family asks for more samples", async () => {
    const arms = ["--baseline", "1,2,3,4", "--candidate", "11,12,13,14", "--json"];
    expect(JSON.parse((await ratio(...arms)).out)).toMatchObject({word: "faster", needs: 4});
    expect(JSON.parse((await ratio(...arms, "--family", "2")).out)).toMatchObject({word: "too few samples", needs: 5});
    expect(JSON.parse((await ratio(...arms, "--better", "lower")).out)).toMatchObject({word: "slower"});
  });
});
