/** A recipe from what a foreign record says of a server; written only where it can be a whole one (pinned, with context and concurrency). */
import {stringify} from "smol-toml";
import {Recipe} from "../../../src/schema/recipe.js";
import {claim, textClaim} from "../claim.js";
import type {Mapped, ProfileFacts} from "../draft.js";
import {safeName} from "../safeName.js";
import {where} from "../shape.js";

export interface ForeignServer {
  /** JSON path of the record, for messages. */
  path: string;
  name: string;
  servedModel: string;
  model: string | null;
  image: string | null;
  engine: string | null;
  gpu: string | null;
  command: string[];
  env: Record<string, string>;
  mounts: {source: string; target: string; read_only: boolean}[];
  port: number | null;
  hostPort: number | null;
  shmMib: number | null;
  ipc: string | null;
  ulimits: Record<string, number>;
  settings: Record<string, string | number | boolean>;
}

/** Flags under which servers take their context, their number of running requests and their model's revision: the value of the first that a command names, null when it names none. */
export const flagValue = (command: string[], ...names: string[]): string | null => {
  for (const [i, arg] of command.entries()) {
    const [flag, ...rest] = arg.split("=");
    if (flag === undefined || !names.includes(flag)) continue;
    return rest.length > 0 ? rest.join("=") : (command[i + 1] ?? null);
  }
  return null;
};

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** The context (tokens) that a serve command asks for; null where it names none, or no whole number. */
export const contextOf = (command: string[]): number | null =>
  wholeNumber(flagValue(command, "--context-length", "--max-model-len", "--ctx-size"));
/** The number of running requests that a serve command allows; null where it names none, or no whole number. */
export const concurrencyOf = (command: string[]): number | null =>
  wholeNumber(flagValue(command, "--max-running-requests", "--max-num-seqs", "--parallel"));

/** The parts that a mapper merges: recipe text where it validates, else the reason; facts and claims in either case. */
export function foreignRecipe(
  server: ForeignServer,
  contextTokens: number | null
): Pick<Mapped, "recipes" | "profiles" | "reported" | "problems"> {
  const concurrency = concurrencyOf(server.command);
  const context = contextTokens ?? contextOf(server.command);
  const hidden = Object.entries(server.env)
    .filter(([, v]) => v.includes("[redacted]"))
    .map(([k]) => k);
  const draft = {
    schema: "assay.recipe/v1",
    name: safeName(server.name),
    served_model: server.servedModel,
    model: server.model ?? "",
    image: server.image ?? "",
    engine: server.engine ?? "unknown",
    context_tokens: context ?? 0,
    concurrency: concurrency ?? 0,
    command: server.command,
    env: Object.fromEntries(Object.entries(server.env).filter(([k]) => !hidden.includes(k))),
    env_from: hidden,
    mounts: server.mounts,
    port: server.port ?? 30000,
    host_port: server.hostPort,
    shm_mib: server.shmMib,
    ipc: server.ipc === "host" || server.ipc === "shareable" ? server.ipc : "private",
    ulimits: server.ulimits,
    settings: server.settings
  };
  const recipe = Recipe.safeParse(draft);
  const facts: ProfileFacts = {
    model: server.servedModel,
    recipe: recipe.success ? `recipes/${recipe.data.name}.toml` : null,
    identity: {model: server.model, image: server.image},
    image_digest: /@(sha256:[0-9a-f]{64})$/.exec(server.image ?? "")?.[1] ?? null,
    engine: server.engine,
    gpu: server.gpu,
    context_tokens: context,
    concurrency,
    settings: {}
  };
  const reported = [
    ...textClaim("recipe.model", server.model, `${server.path}.model`),
    ...textClaim("recipe.image", server.image, `${server.path}.image`),
    ...textClaim("recipe.command", server.command.join(" "), `${server.path}.command`),
    ...claim("recipe.context_tokens", "value", context, "tokens", `${server.path}.context`),
    ...claim("recipe.concurrency", "value", concurrency, "requests", `${server.path}.concurrency`)
  ].map((row) => ({...row, model: server.servedModel}));
  return {
    recipes: recipe.success ? [{name: recipe.data.name, toml: `${stringify(withoutNulls(recipe.data))}\n`}] : [],
    profiles: [facts],
    reported,
    problems: recipe.success
      ? []
      : recipe.error.issues.map(
          (i) =>
            `${server.path}: no recipe could be made: ${where(i.path).slice(2)} is ${missing(draft, i.path)}: ${i.message}`
        )
  };
}

const missing = (draft: Record<string, unknown>, path: PropertyKey[]): string => {
  const value = draft[String(path[0])];
  return value === "" || value === 0 ? "not in the file" : JSON.stringify(value).slice(0, 100);
};

/** TOML has no null: a key without a value is left out. */
const withoutNulls = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== null));
