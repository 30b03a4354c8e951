/** The table of fault against effect: each fault of an attached host turns what its entry in the catalogue says, and nothing else. */
import {describe, expect, it} from "vitest";
import {FAULTS} from "../../loaders/simulator/index.js";
import {rehearse} from "./rehearse.js";

/** These show only where containers are started; test/containers and test/simulator/engine.test.ts have them. */
const managedOnly = new Set(["wrong-served-model", "slower-than-before", "memory-kept"]);

/** An answer that changes shows only where a question is asked again. */
const attempts: Record<string, number> = {"unstable-answers": 10};

/** The small plan has a third of a usual campaign's requests, and a smaller pool. */
const parameters: Record<string, string> = {"memory-leak": ":mib=90"};

/** Run each time; the whole table takes minutes and a quiet machine: ASSAY_FAULTS=all npx vitest run test/simulator/effects.test.ts */
const always = new Set(["reasoning-leak", "thinking-ignored"]);

const attached = FAULTS.filter(
  ({name, hooks, places}) =>
    !managedOnly.has(name) &&
    (hooks || places?.includes("clock-throttled")) &&
    (process.env["ASSAY_FAULTS"] === "all" || always.has(name))
);

describe("effects of faults on a campaign", () => {
  it("turns nothing without a fault", async () => {
    expect(await rehearse(null)).toEqual([]);
  }, 300_000);

  it.each(attached.map((fault) => [fault.name, fault] as const))(
    "%s",
    async (name, {turns}) => {
      expect(await rehearse(name + (parameters[name] ?? ""), attempts[name])).toEqual([...turns].sort());
    },
    300_000
  );
});
