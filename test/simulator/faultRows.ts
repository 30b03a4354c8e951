import {FAULTS, type Fault} from "../../loaders/simulator/index.js";
import type {RehearseOptions} from "./rehearse.js";

/** One row of the table: a fault, and the small campaign that shows it. */
export interface FaultRow {
  fault: Fault;
  /** With the parameters that the small plan needs. */
  given: string;
  options: RehearseOptions;
}

/** These show only where containers are started, although they are the server's or the machine's own. */
const managedOnly = new Set(["wrong-served-model", "slower-than-before"]);

/** What a row needs beside the small plan. */
const needs: Record<string, Partial<RehearseOptions>> = {
  // An answer that changes shows only where a question is asked again.
  "unstable-answers": {attempts: 10},
  // The rule excuses a client that is busy itself, as this machine may be; here the cause is known.
  "proxy-buffered": {loopDelayMs: 10_000}
};

/** The small plan has a third of a usual campaign's requests, and a smaller pool. */
const parameters: Record<string, string> = {"memory-leak": ":mib=90"};

function rowOf(fault: Fault): FaultRow {
  const {name, places = []} = fault;
  const managed = managedOnly.has(name) || (places.length > 0 && !places.includes("clock-throttled"));
  return {
    fault,
    given: name + (parameters[name] ?? ""),
    options: {lifecycle: managed ? "managed" : "attached", ...needs[name]}
  };
}

/** Every fault of the catalogue, in its order. */
export const FAULT_ROWS: readonly FaultRow[] = FAULTS.map(rowOf);

const HEAD = `# Faults and their effects

What each named fault of the simulator turns in a whole small campaign, and nothing else turns. \`gate:\` fails, \`check:\` is a failed
check of the preflight, \`finding:\` is a rule of the audit that fires, \`failure:\` is a stage's or the campaign's own code, \`note:\` a
remark in a stage, \`null:\` a figure that is not given. After every managed campaign the incumbent is back, but where it says
\`incumbent:down\`. Findings about this machine (client-bound, warmup-leak, clock-step) and about a small plan (few-samples) are left out.

Made from the catalogue in \`loaders/simulator/faults\`; \`effects.test.ts\` proves the rows. \`npm test\` proves the rows marked *
each time; the whole table: \`ASSAY_FAULTS=all npx vitest run test/simulator/effects.test.ts\`. A plan names faults as
\`simulator.faults = ["stall"]\`.

| fault | campaign | what it does | what it turns |
|---|---|---|---|
`;

/** The table as a page: `faultTable.md`. */
export function faultTable(always: ReadonlySet<string>): string {
  const lines = FAULT_ROWS.map(({fault, options}) => {
    const turns = fault.turns.length > 0 ? [...fault.turns].sort().join(", ") : "nothing";
    const mark = always.has(fault.name) ? " *" : "";
    return `| ${fault.name}${mark} | ${options.lifecycle} | ${fault.description.replaceAll(/[|<]/g, "\\$&")} | ${turns} |\n`;
  });
  return HEAD + lines.join("");
}
