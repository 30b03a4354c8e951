import {existsSync} from "node:fs";
import {writeFile} from "node:fs/promises";
import {join, relative, resolve} from "node:path";
import {Command} from "commander";
import {Problem} from "../../src/schema/problem.js";
import {lookAtHost} from "../campaign/run/lookAtHost.js";
import {httpClient} from "../host/client/index.js";
import {readGpus} from "../host/gpu/index.js";
import {ioProblem} from "../record/index.js";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import type {CliEffects} from "./effects.js";
import {attachedPlanText, slugOf, type ServerFacts} from "./rehearsal/attachedPlanText.js";

interface Options {
  baseUrl?: string;
  model?: string;
  apiKeyEnv?: string;
  out?: string;
}

export const define = (): Definition =>
  defineCommand(
    new Command("init")
      .description(
        "Look at a server (/v1/models, /server_info, /metrics, nvidia-smi) and write a plan that runs against it."
      )
      .option("--base-url <url>", "where the server answers; asked for on a terminal when it is not given")
      .option("--model <name>", "the served model, when the server offers several")
      .option("--api-key-env <name>", "the variable that holds its key; the key itself is never written")
      .option("--out <file>", "the plan to write (default: configs/<slug>.toml; - is standard output)"),
    {
      json: "print what was seen and where the plan lies as JSON",
      evidence: "accepted by every command; not used here",
      examples: [
        ["npm run init -- --base-url http://127.0.0.1:30000", ""],
        ["npm run init -- --base-url http://127.0.0.1:8000/v1 --api-key-env MY_KEY --out configs/mine.toml", ""]
      ]
    }
  );

/** `init`: looks at a server and writes an attached plan that runs against it. Never overwrites a file. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {options} = parseArguments<Options>(define(), argv, effects);
  const baseUrl = addressOf(
    options.baseUrl ?? (await effects.ask?.("Where does the server answer (http://host:port)? "))
  );
  const named = options.out === undefined || options.out === "-" ? null : resolve(effects.cwd, options.out);
  if (named !== null && existsSync(named)) throw taken(named);
  const facts = await look(baseUrl, options, effects);
  const file = named ?? (options.out === "-" ? null : freeName(facts.model, effects.cwd));
  const plan = attachedPlanText(facts);
  if (file !== null)
    await writeFile(file, plan, {flag: "wx"}).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === "EEXIST" ? taken(file) : ioProblem(error, file, "written");
    });
  const shown = file === null ? null : relative(effects.cwd, file);
  effects.out(options.json ? `${JSON.stringify({...facts, file: shown, plan})}\n` : plan);
  if (shown !== null)
    effects.talk(
      `\nWritten to ${shown}. Next:\n  npm run loaders -- ${shown} --check\n  npm run loaders -- ${shown}\n`
    );
  return 0;
}

/** A base URL as a person writes it: `host:port` is meant as http. */
function addressOf(given: string | null | undefined): string {
  const text = given?.trim() ?? "";
  if (text === "")
    throw new Problem("init.no-address", "No server is named", {
      left: "nothing was written",
      next: "npm run init -- --base-url http://127.0.0.1:30000 (SGLang listens on 30000, vLLM on 8000, llama.cpp on 8080)"
    });
  return /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
}

async function look(baseUrl: string, options: Options, effects: CliEffects): Promise<ServerFacts> {
  const variable = options.apiKeyEnv ?? null;
  const apiKey = variable === null ? null : (effects.env[variable] ?? null);
  if (variable !== null && apiKey === null)
    throw new Problem("env-missing", `The environment has no variable ${variable}`, {
      left: "nothing was written",
      next: `set it to the server's key: export ${variable}=...`
    });
  const client = httpClient({baseUrl, apiKey});
  try {
    const sight = await lookAtHost(client, options.model ?? null, {
      address: "check that the server runs, and --base-url",
      key:
        variable === null
          ? "name the variable that holds its key with --api-key-env NAME"
          : `set ${variable} to the server's key`,
      model: "name one with --model NAME"
    });
    const gpus = await readGpus(["nvidia-smi"], "init");
    return {
      baseUrl,
      apiKeyEnv: variable,
      model: sight.model,
      modelIsChosen: options.model !== undefined,
      context: sight.look.contextLength,
      engine: sight.look.engine,
      vision: sight.reading.vision,
      hasMetrics: sight.reading.samples.length > 0,
      gpus: gpus.map((gpu) => gpu.name ?? "unnamed card")
    };
  } finally {
    await client.close();
  }
}

/** `configs/<slug>.toml`, or the first `<slug>-2.toml`, ... that is free; in the working folder where there is no configs/. */
function freeName(model: string, cwd: string): string {
  const folder = existsSync(join(cwd, "configs")) ? join(cwd, "configs") : cwd;
  const slug = slugOf(model);
  for (let n = 1; ; n += 1) {
    const file = join(folder, `${slug}${n === 1 ? "" : `-${n}`}.toml`);
    if (!existsSync(file)) return file;
  }
}

const taken = (file: string) =>
  new Problem("init.exists", "There is a file of that name", {
    where: file,
    left: "it is as it was",
    next: "give --out another name"
  });
