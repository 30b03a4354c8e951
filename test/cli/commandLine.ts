import {main} from "../../loaders/cli.js";

/** Runs one command line in this process and keeps what it said. */
export async function command(argv: string[], options: {env?: NodeJS.ProcessEnv; cwd?: string} = {}) {
  let out = "";
  let talk = "";
  const code = await main(argv, {
    out: (text) => void (out += text),
    talk: (text) => void (talk += text),
    env: options.env ?? {},
    cwd: options.cwd ?? process.cwd(),
    now: () => new Date("2026-01-02T03:04:05Z"),
    interactive: false
  });
  return {code, out, talk};
}
