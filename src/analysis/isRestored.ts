import {createReadStream} from "node:fs";
import {createInterface} from "node:readline";
import {z} from "zod";

const Event = z.object({event: z.string()});

/** Deeds after which an earlier restoration proves nothing any more. */
const UNDOES = new Set(["incumbent.stopping", "candidate.created"]);

/**
 * Whether a campaign's restoration is its last word: false when the journal has a deed after it (a run that went on and was
 * killed). A campaign without a journal, or whose journal tells of no restoration (imported, attached), has nothing that undoes it.
 */
export async function isRestored(journal: string): Promise<boolean> {
  let restored = true;
  const lines = createInterface({input: createReadStream(journal, "utf8"), crlfDelay: Infinity});
  try {
    for await (const text of lines) {
      const event = eventOf(text);
      if (event === "restored" || event === "restore.failed") restored = true;
      else if (event !== null && UNDOES.has(event)) restored = false;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return restored;
}

function eventOf(text: string): string | null {
  try {
    return Event.safeParse(JSON.parse(text)).data?.event ?? null;
  } catch {
    return null;
  }
}
