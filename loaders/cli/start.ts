import {cp, mkdir, readdir, rm} from "node:fs/promises";
import {existsSync} from "node:fs";
import {join, resolve} from "node:path";
import {Command} from "commander";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import {evidenceFolder, type CliEffects} from "./effects.js";
import {serveFolder} from "./serveFolder.js";

export const define = (): Definition =>
  defineCommand(
    new Command("start")
      .description("Rehearse a campaign, build the report and serve it on this machine only.")
      .option("--port <number>", "port to serve on; 0 takes a free one", "4173")
      .option("--once", "stop after building; serve nothing"),
    {
      json: "print the address and the folders as one JSON line when the report is served",
      evidence: "evidence shown beside the rehearsal (default: evidence)",
      examples: [
        ["npm start", ""],
        ["npm start -- --port 8080", ""]
      ]
    }
  );

/**
 * `npm start`: rehearses a campaign against the embedded simulator into the git-ignored `.assay/`,
 * puts the repository's own evidence beside it, builds the report of both and serves it on 127.0.0.1.
 * Ends on Ctrl-C with exit code 0; a failed step ends with that step's own code.
 */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {options} = parseArguments<{port: string; once?: true}>(define(), argv, effects);

  const work = resolve(effects.cwd, ".assay");
  const evidence = join(work, "evidence");
  await rm(work, {recursive: true, force: true});
  await mkdir(evidence, {recursive: true});

  effects.talk("1 of 3  rehearsing a campaign against the embedded simulator\n");
  const quiet = {...effects, out: () => undefined};
  const rehearsed = await (await import("./loaders.js")).run(["--evidence", evidence], quiet);
  if (rehearsed > 1) return rehearsed;

  const own = evidenceFolder(options.evidence, effects);
  if (existsSync(own)) {
    const taken = new Set(await readdir(evidence));
    for (const name of await readdir(own)) {
      if (!taken.has(name)) await cp(join(own, name), join(evidence, name), {recursive: true});
    }
  }

  effects.talk("2 of 3  building the report\n");
  const dist = join(work, "site");
  const built = await (await import("./build.js")).run(["--evidence", evidence, "--out", dist], quiet);
  if (built !== 0) return built;
  if (options.once) return 0;

  const server = await serveFolder(dist, Number(options.port));
  effects.talk(`3 of 3  serving the report; Ctrl-C ends it\n\n`);
  effects.out(`${options.json ? JSON.stringify({url: server.url, evidence, site: dist}) : server.url}\n`);
  await new Promise<void>((done) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => done());
  });
  await server.close();
  effects.talk("\nStopped. The rehearsal's evidence stays in .assay/evidence until the next start.\n");
  return 0;
}
