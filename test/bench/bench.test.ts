import {readFile} from "node:fs/promises";
import {describe, expect, it} from "vitest";
import {bodyStore} from "../../loaders/host/client/bodyStore.js";
import {covered} from "./core/covered.js";
import {measure, middle} from "./core/measure.js";
import {readmeWithTable} from "./core/readmeTable.js";
import {tableText} from "./core/tableText.js";

describe("the benchmark's table", () => {
  it("in the README is the one that the results give", async () => {
    expect(await readFile("README.md", "utf8")).toBe(await readmeWithTable());
  });

  it("names the machine, and says when it was busy", () => {
    const machine = {cpu: "a processor", cores: 2, memory_gib: 8, system: "Linux 6.1", node: "v20.20.2", commit: null};
    const part = {
      title: "Part",
      measured_at: "2026-01-02T03:04:05Z",
      seconds: 3,
      load: 4,
      machine,
      failed: null,
      measures: []
    };
    const text = tableText({schema: "assay.bench/v1", parts: {a: part}});
    expect(text).toContain("a processor, 2 cores, 8 GiB, Linux 6.1, Node 20.20.2");
    expect(text).toContain("busy with other work (load 4 a core)");
  });
});

describe("a measure", () => {
  it("sets medians of the same run beside each other, with the spread of ours", () => {
    const row = measure({
      what: "speed",
      unit: "1/s",
      ours: [12, 10, 11],
      peer: {name: "a peer", values: [2, 2.2, 4]},
      limit: {name: "a limit", values: [44]},
      target: {says: "4 x", met: ({peer}) => peer !== null && peer >= 4}
    });
    expect(row).toMatchObject({
      ours: 11,
      met: true,
      n: 3,
      peer: {value: 2.2, ratio: 5},
      limit: {value: 44, ratio: 0.25}
    });
    expect(row.spread).toBeCloseTo(1 / 11);
  });

  it("has no spread of one repeat, and no middle of none", () => {
    expect(measure({what: "x", unit: "s", ours: [2]}).spread).toBeNull();
    expect(() => middle([])).toThrow(RangeError);
  });

  it("counts time that two spans share once", () => {
    expect(
      covered([
        {from: 5, to: 9},
        {from: 0, to: 6},
        {from: 20, to: 21}
      ])
    ).toBe(10);
  });
});

describe("a body that is kept while it streams", () => {
  it("is its reads in order, pieces of one read together, however it grows", () => {
    const store = bodyStore();
    const pieces = Array.from({length: 3000}, (_, i) => Buffer.from(`${i}, ${"x".repeat(i % 50)};`));
    for (const [i, piece] of pieces.entries())
      expect(store.keep(BigInt(Math.floor(i / 7)), piece)).toBe(Math.floor(i / 7) + 1);
    const {body, readNs, readEnds} = store.reads();
    expect(readNs).toHaveLength(Math.ceil(3000 / 7));
    expect(readNs[1]).toBe(1n);
    expect(Buffer.from(body.subarray(readEnds[0], readEnds[1])).equals(Buffer.concat(pieces.slice(7, 14)))).toBe(true);
    expect(Buffer.from(body).equals(Buffer.concat(pieces))).toBe(true);
  });
});
