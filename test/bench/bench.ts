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

/** `npm run bench` ends within this time: the part that then runs is cut and keeps the rows that it has. */
const BUDGET_S = 585;

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
process.stdout.write(`${tableText(await readResults())}\n`, () => process.exit());

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
  // Read once: later it would count the benchmark's own work.
  const busy = load();
  try {
    for (const part of parts) {
      const leftS = context.full ? Infinity : BUDGET_S - (performance.now() - from) / 1000;
      if (leftS > 0) await measurePart(part, context, {busy, leftS});
      else talk(`no time is left for ${part.name}: npm run bench -- --only ${part.name}\n`);
    }
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

async function measurePart(
  part: Part,
  context: BenchContext,
  {busy, leftS}: {busy: number; leftS: number}
): Promise<void> {
  talk(`${part.title}\n`);
  const begun = {measured_at: new Date().toISOString(), load: busy, machine: machine()};
  const from = performance.now();
  const measures: BenchMeasure[] = [];
  let failed: string | null = null;
  try {
    const run = part.run(context, (row) => {
      measures.push(row);
      talk(`  ${row.what}: ${Number(row.ours.toPrecision(3))} ${row.unit}\n`);
    });
    await within(run, leftS);
  } catch (error) {
    failed = (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "unknown";
    talk(`  not finished: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  }
  const seconds = Math.round((performance.now() - from) / 100) / 10;
  const order = PARTS.map((one) => one.name);
  await keepPart(part.name, {title: part.title, seconds, ...begun, failed, measures}, order);
}

/** Rejects when the time is up; what runs on then ends with the process. */
async function within(run: Promise<void>, leftS: number): Promise<void> {
  if (leftS === Infinity) return run;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the ten minutes ran out")), leftS * 1000);
  });
  try {
    await Promise.race([run, late]);
  } finally {
    clearTimeout(timer);
  }
}
