/** What a campaign touches beside its host and its evidence; a test passes its own. */
export interface RunEffects {
  env: NodeJS.ProcessEnv;
  now(): Date;
  sleep(ms: number): Promise<void>;
  /** A line for the person who watches; a transient one may be replaced by the next. */
  talk(line: string, transient: boolean): void;
  /** Whether a person watches on a terminal. */
  interactive: boolean;
}

export const realRunEffects: RunEffects = {
  env: process.env,
  now: () => new Date(),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  talk: (line) => void process.stderr.write(`${line}\n`),
  interactive: false
};
