/** Long fuzzing on demand: `npx tsx test/metrics/fuzzRun.ts [streams] [records] [seed]`. Prints the figures and the seed. */
import fc from "fast-check";
import {deriveHostile, hostileExchange, hostileRecord, readHostile} from "./fuzzed.js";

const [streams = 1_000_000, records = 100_000, seed = 20_260_902] = process.argv.slice(2).map(Number);
fc.assert(fc.property(hostileExchange, deriveHostile), {numRuns: streams, seed});
process.stdout.write(`${streams} fuzzed streams without a crash or a hang, seed ${seed}\n`);
fc.assert(fc.property(hostileRecord, readHostile), {numRuns: records, seed});
process.stdout.write(`${records} fuzzed records without a crash or a hang, seed ${seed}\n`);
