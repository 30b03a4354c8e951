import {access, writeFile} from "node:fs/promises";
import {resolve} from "node:path";
import {Command} from "commander";
import {Problem} from "../../src/schema/problem.js";
import {lookAtHost} from "../campaign/run/lookAtHost.js";
import {httpClient} from "../host/client/index.js";
import {readGpus} from "../host/gpu/index.js";
import type {CliEffects} from "./effects.js";
import {attachedPlanText} from "./rehearsal/attachedPlanText.js";

const EXAMPLES = `
Examples:
  npm run init -- --base-url http://127.0.0.1:30000
  npm run init -- --base-url http://127.0.0.1:8000/v1 --api-key-env MY_KEY --out configs/mine.toml`;

/** `init`: looks at a server and writes an attached plan that runs against it. Never overwrites a file. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const command = new Command("init")
    .description("Look at a server and write a plan for it")
    .requiredOption("--base-url <url>", "where the server answers")
    .option("--model <name>", "the served model, when the server offers several")
    .option("--api-key-env <name>", "the variable that holds its key")
    .option("--out <file>", "the plan to write; default: standard output")
    .option("--evidence <dir>", "accepted by every command; not used here")
    .addHelpText("after", EXAMPLES)
    .exitOverride()
    .configureOutput({writeOut: (text) => effects.out(text), writeErr: (text) => effects.talk(text)});
  command.parse(argv, {from: "user"});
  const options = command.opts<{baseUrl: string; model?: string; apiKeyEnv?: string; out?: string}>();
  const file = options.out === undefined ? null : resolve(effects.cwd, options.out);
  if (file !== null) await mustBeFree(file);
  const apiKey = options.apiKeyEnv === undefined ? null : (effects.env[options.apiKeyEnv] ?? null);
  const client = httpClient({baseUrl: options.baseUrl, apiKey});
  try {
    const sight = await lookAtHost(client, options.model ?? null);
    const gpus = await readGpus(["nvidia-smi"], "init");
    const text = attachedPlanText({
      baseUrl: options.baseUrl,
      apiKeyEnv: options.apiKeyEnv ?? null,
      model: sight.model,
      modelIsChosen: options.model !== undefined,
      context: sight.look.contextLength,
      engine: sight.look.engine,
      vision: sight.reading.vision,
      hasMetrics: sight.reading.samples.length > 0,
      gpus: gpus.map((gpu) => gpu.name ?? "unnamed card")
    });
    if (file === null) effects.out(text);
    else {
      await writeFile(file, text, {flag: "wx"});
      effects.talk(`Wrote ${options.out ?? ""}. Next:\n  npm run loaders -- ${options.out ?? ""} --check\n`);
    }
    return 0;
  } finally {
    await client.close();
  }
}

async function mustBeFree(file: string): Promise<void> {
  const taken = await access(file).then(
    () => true,
    () => false
  );
  if (taken)
    throw new Problem("init.exists", "There is a file of that name", {
      where: file,
      left: "it is as it was",
      next: "give --out another name"
    });
}
