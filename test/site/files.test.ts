import {describe, expect, it} from "vitest";
import {tableFromIPC} from "apache-arrow";
import {arrowStream} from "../../src/data/arrowStream.js";
import {csv} from "../../src/data/csv.js";
import {shortenTexts} from "../../src/data/shortenTexts.js";

describe("arrowStream", () => {
  const columns = [
    {name: "t", type: "VARCHAR"},
    {name: "n", type: "BIGINT"},
    {name: "x", type: "DOUBLE"},
    {name: "b", type: "BOOLEAN"},
    {name: "l", type: "VARCHAR[]"},
    {name: "at", type: "TIMESTAMP"}
  ] as const;
  const row = {t: "é", n: 9007199254740991, x: 0.1, b: false, l: ["a", "b"], at: "2026-01-02T03:04:05.678Z"};
  const read = (rows: Record<string, unknown>[]) => tableFromIPC(arrowStream(rows, [...columns]));

  it("brings every type back", () => {
    const back = read([row]).get(0)?.toJSON();
    expect(back).toMatchObject({t: "é", n: 9007199254740991n, x: 0.1, b: false});
    expect([...(back?.["l"] as Iterable<string>)]).toEqual(["a", "b"]);
    expect(Number(back?.["at"])).toBe(Date.parse(row.at));
  });

  it("keeps null apart from zero, false and an empty list", () => {
    const back = read([
      {...row, n: null, x: null, b: null, l: null, at: null, t: null},
      {...row, x: 0, l: []}
    ]);
    expect(Object.values(back.get(0)?.toJSON() ?? {}).every((v) => v === null)).toBe(true);
    expect(back.get(1)?.toJSON()["x"]).toBe(0);
  });

  it("writes columns without rows, so that a query finds them", () => {
    expect(read([]).schema.fields.map((f) => f.name)).toEqual(columns.map((c) => c.name));
  });
});

describe("csv", () => {
  it("quotes, leaves null empty, writes lists as JSON and defuses formulas", () => {
    expect(csv([{a: 'x"y', b: null, c: ["p", "q"], d: "+1", e: -1}], ["a", "b", "c", "d", "e"])).toBe(
      `a,b,c,d,e\r\n"x""y",,"[""p"",""q""]",'+1,-1\r\n`
    );
  });
});

describe("shortenTexts", () => {
  it("says how much it left out, and leaves short texts alone", () => {
    const long = "a".repeat(5000);
    expect(shortenTexts({x: [long, "short", 1, null]})).toEqual({
      x: [expect.stringContaining("3800 characters left out here") as unknown, "short", 1, null]
    });
  });
});
