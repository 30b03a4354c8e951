import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Command} from "commander";
import type {BenchMeasure} from "../../src/schema/bench.js";
import {load, machine} from "./core/machine.js";
import type {BenchContext, Part} from "./core/part.js";
import {writeReadmeTable} from "./core/readmeTable.js";
import {keepPart, readResults} from "./core/results.js";
import {tableText} from "./core/tableText.js";
import {largeEvidence} from "./data/largeEvidence.js";
import {PARTS} from "./parts/index.js";

/** `npm run bench`: a part begins only within this time; each is bounded by its children's own limits. */
const BUDGET_S = 570;

const program = new Command("bench")
  .description("Measure speed and scale side by side; writes test/bench/results.json and the README's table")
  .option("--only <parts>", `some parts, with commas: ${PARTS.map((part) => part.name).join(", ")}`)
  .option("--full", "also the sizes that need longer: 10 million rows, 200 campaigns")
  .option("--table", "measure nothing: write the README's table again from the results")
  .parse();
const options = program.opts<{only?: string; full?: true; table?: true}>();
const talk = (text: string) => void process.stderr.write(text);

const names = options.only?.split(",") ?? PARTS.map((part) => part.name);
const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  talk(`There is no part "${unknown.join(", ")}"; there are: ${PARTS.map((part) => part.name).join(", ")}\n`);
  process.exit(2);
}
if (options.table !== true) await measureAll(PARTS.filter((part) => names.includes(part.name)));
await writeReadmeTable();
process.stdout.write(`${tableText(await readResults())}\n`);

async function measureAll(parts: readonly Part[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "assay-bench-"));
  const made = new Map<number, ReturnType<typeof largeEvidence>>();
  const context: BenchContext = {
    full: options.full === true,
    folder,
    talk,
    large(rows) {
      const known = made.get(rows) ?? largeEvidence(join(folder, `rows-${rows}`), rows);
      made.set(rows, known);
      return known;
    }
  };
  const from = performance.now();
  try {
    for (const part of parts) {
      const elapsed = (performance.now() - from) / 1000;
      if (!context.full && elapsed > BUDGET_S) {
        talk(`no time is left for ${part.name}: npm run bench -- --only ${part.name}\n`);
        continue;
      }
      await measurePart(part, context);
    }
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

async function measurePart(part: Part, context: BenchContext): Promise<void> {
  talk(`${part.title}\n`);
  const begun = {measured_at: new Date().toISOString(), load: load(), machine: machine()};
  const from = performance.now();
  const measures: BenchMeasure[] = [];
  let failed: string | null = null;
  try {
    await part.run(context, (row) => {
      measures.push(row);
      talk(`  ${row.what}: ${Number(row.ours.toPrecision(3))} ${row.unit}\n`);
    });
  } catch (error) {
    failed = (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "unknown";
    talk(`  not finished: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  }
  const seconds = Math.round((performance.now() - from) / 100) / 10;
  const order = PARTS.map((one) => one.name);
  await keepPart(part.name, {title: part.title, seconds, ...begun, failed, measures}, order);
}
