import {resolve} from "node:path";
import {createInterface} from "node:readline/promises";

/** What a command may touch beside its arguments; a test passes its own. */
export interface CliEffects {
  out(text: string): void;
  talk(text: string): void;
  env: NodeJS.ProcessEnv;
  cwd: string;
  now(): Date;
  /** Whether stderr is a terminal that a person watches. */
  interactive: boolean;
  /** Asks the person at the terminal one thing; absent, or null, when nobody sits there. */
  ask?(question: string): Promise<string | null>;
}

async function ask(question: string): Promise<string | null> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return null;
  const lines = createInterface({input: process.stdin, output: process.stderr});
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

export const realEffects: CliEffects = {
  out: (text) => void process.stdout.write(text),
  talk: (text) => void process.stderr.write(text),
  env: process.env,
  cwd: process.cwd(),
  now: () => new Date(),
  interactive: process.stderr.isTTY === true && process.env["TERM"] !== "dumb",
  ask
};

/** The evidence folder: `--evidence`, else `evidence/` below the project. */
export function evidenceFolder(option: string | undefined, effects: Pick<CliEffects, "cwd">): string {
  return resolve(effects.cwd, option ?? "evidence");
}
