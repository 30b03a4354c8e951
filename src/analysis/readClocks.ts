import {createReadStream} from "node:fs";
import {createInterface} from "node:readline";
import {z} from "zod";
import {Instant} from "../schema/common.js";

/** Both clocks, read at one instant: monotonic in nanoseconds (as text: it exceeds a double), wall in RFC 3339. */
export interface ClockPair {
  monotonic_ns: string;
  wall: string;
}

const Line = z.object({
  event: z.string(),
  detail: z.looseObject({monotonic_ns: z.string().regex(/^\d+$/).optional(), wall: Instant.optional()})
});

/**
 * The clock pairs of a campaign: those of `campaign.json` (`first`), then those of the journal's events. A resumed run
 * begins a list of its own, since a reboot between two runs sets the monotonic clock anew. A missing journal, and lines
 * that cannot be read, give no pairs.
 */
export async function readClocks(journal: string, first: readonly ClockPair[]): Promise<ClockPair[][]> {
  const runs: ClockPair[][] = [[...first]];
  let started = 0;
  const lines = createInterface({input: createReadStream(journal, "utf8"), crlfDelay: Infinity});
  try {
    for await (const text of lines) {
      const line = parsed(text);
      if (line?.event === "run.started" && ++started > 1) runs.push([]);
      const {monotonic_ns, wall} = line?.detail ?? {};
      if (monotonic_ns !== undefined && wall !== undefined) runs.at(-1)?.push({monotonic_ns, wall});
    }
  } catch (error) {
    // Imported campaigns have no journal.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return runs;
}

function parsed(text: string): z.infer<typeof Line> | null {
  try {
    return Line.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
