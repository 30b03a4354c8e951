/** The table of fault against effect: each fault turns what its entry in the catalogue says, and nothing else. `faultTable.md` is its page. */
import {describe, expect, it} from "vitest";
import {FAULT_ROWS, faultTable} from "./faultRows.js";
import {rehearse} from "./rehearse.js";

/** Each campaign takes some ten seconds of a quiet machine; a busy one takes its time. */
const LIMIT_MS = 900_000;

/** Proved each time, about one of a kind and the cheapest first; the rest on demand. */
const ALWAYS = new Set(["image-missing", "port-taken", "reasoning-leak"]);

const chosen = process.env["ASSAY_FAULTS"] ?? "";
/** `ASSAY_FAULTS`: all, or names with commas between. */
const rows = FAULT_ROWS.filter(({fault: {name}}) =>
  chosen === "" ? ALWAYS.has(name) : chosen === "all" || chosen.split(",").includes(name)
);

describe("effects of faults on a campaign", () => {
  it("stand on a page that is current", async () => {
    await expect(faultTable(ALWAYS)).toMatchFileSnapshot("faultTable.md");
  });

  it.each(["attached", "managed"] as const)(
    "are none without a fault, %s",
    async (lifecycle) => {
      const said = await rehearse(null, {lifecycle});
      expect(said).toEqual([]);
    },
    LIMIT_MS
  );

  it.each(rows.map((row) => [row.fault.name, row] as const))(
    "%s",
    async (_, {fault, given, options}) => {
      expect(await rehearse(given, options)).toEqual([...fault.turns].sort());
    },
    LIMIT_MS
  );
});
