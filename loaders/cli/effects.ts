import {resolve} from "node:path";

/** What a command may touch beside its arguments; a test passes its own. */
export interface CliEffects {
  out(text: string): void;
  talk(text: string): void;
  env: NodeJS.ProcessEnv;
  cwd: string;
  now(): Date;
  /** Whether stderr is a terminal that a person watches. */
  interactive: boolean;
}

export const realEffects: CliEffects = {
  out: (text) => void process.stdout.write(text),
  talk: (text) => void process.stderr.write(text),
  env: process.env,
  cwd: process.cwd(),
  now: () => new Date(),
  interactive: process.stderr.isTTY === true
};

/** A command's module: parses its own arguments (without the command's name) and resolves to the exit code. */
export interface CommandModule {
  run(argv: string[], effects: CliEffects): Promise<number>;
}

/** The evidence folder: `--evidence`, else `evidence/` below the project. */
export function evidenceFolder(option: string | undefined, effects: CliEffects): string {
  return resolve(effects.cwd, option ?? "evidence");
}
