import {dirname, isAbsolute, resolve} from "node:path";
import type {Recipe} from "../../../src/schema/recipe.js";
import {Problem} from "../../../src/schema/problem.js";
import type {ContainerState} from "../../host/containers/index.js";
import type {HostSnapshot} from "../../../src/schema/host.js";
import type {CheckEffects} from "./checkEffects.js";
import type {Findings} from "./checkResult.js";

export interface RecipeContext {
  /** The recipe's file, for its place in sentences and for relative paths. */
  path: string;
  incumbent: ContainerState | null;
  gpus: HostSnapshot["gpus"];
  reserveMib: number;
}

/** Whether a candidate of this recipe can be created and started: image, environment, mounts, weights, port, cards, memory. */
export async function checkRecipe(
  recipe: Recipe,
  context: RecipeContext,
  found: Findings,
  effects: CheckEffects
): Promise<void> {
  const where = `recipe ${recipe.name}`;
  await effects.containers?.image(recipe.image).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    found.problem(error.code, where, error.message, error.next);
  });
  const missing = recipe.env_from.filter((name) => effects.env[name] === undefined);
  if (missing.length > 0)
    found.problem("env-missing", where, `The environment lacks ${missing.join(", ")}`, "Set it, then run again.");
  await checkFiles(recipe, context, where, found, effects);
  await checkPort(recipe, context, where, found, effects);
  await checkCards(recipe, context, where, found, effects);
}

async function checkFiles(
  recipe: Recipe,
  {path}: RecipeContext,
  where: string,
  found: Findings,
  effects: CheckEffects
): Promise<void> {
  const at = (file: string) => resolve(dirname(path), file);
  const own = [...recipe.patches, ...(recipe.chat_template === null ? [] : [recipe.chat_template])];
  const mounted = effects.local
    ? recipe.mounts.map((m) => m.source).filter((source) => isAbsolute(source) || source.startsWith("."))
    : [];
  for (const file of [...own, ...mounted]) {
    if (!(await effects.exists(at(file))))
      found.problem("mount-missing", where, `${file} is not there`, "Correct the recipe, or put the file there.");
  }
  await checkVolumes(recipe, where, found, effects);
}

/** A named volume that is only read must be there; one that is written to may begin empty, as a cache does. */
async function checkVolumes(recipe: Recipe, where: string, found: Findings, effects: CheckEffects): Promise<void> {
  for (const {source, read_only} of recipe.mounts) {
    if (isAbsolute(source) || source.startsWith(".")) continue;
    if ((await effects.containers?.hasVolume(source).catch(() => true)) !== false) continue;
    if (read_only)
      found.problem(
        "mount-missing",
        where,
        `The engine has no volume ${source}, and would create an empty one to read from`,
        `Create and fill it (\`docker volume create ${source}\`), or correct the recipe.`
      );
    else found.note("volume-new", where, `The engine has no volume ${source}: it will be created, empty`);
  }
}

async function checkPort(
  recipe: Recipe,
  {incumbent}: RecipeContext,
  where: string,
  found: Findings,
  effects: CheckEffects
): Promise<void> {
  const port = recipe.host_port ?? recipe.port;
  // The incumbent's own port is free once it has stopped.
  const its = incumbent?.identity.ports.some((p) => p.includes(`:${port}->`));
  if (!effects.local || its || (await effects.portFree(port))) return;
  if (incumbent?.running && incumbent.identity.ports.length === 0) {
    found.note("port-unknown", where, `Port ${port} is in use; the incumbent publishes no ports, so it may be its own`);
    return;
  }
  found.problem(
    "port-taken",
    where,
    `Port ${port} of 127.0.0.1 is in use by something else`,
    `See \`ss -ltnp 'sport = :${port}'\`, or give the recipe another host_port.`
  );
}

async function checkCards(
  recipe: Recipe,
  {gpus, path, reserveMib}: RecipeContext,
  where: string,
  found: Findings,
  effects: CheckEffects
): Promise<void> {
  if (recipe.gpus === "none") return;
  if (gpus.length === 0) {
    found.note(
      "gpu-unknown",
      where,
      "No card is seen: whether its GPUs are there and its memory fits cannot be checked"
    );
    return;
  }
  const wanted = recipe.gpus === "all" ? gpus.map((_, i) => String(i)) : recipe.gpus;
  const absent = wanted.filter((id) => /^\d+$/.test(id) && Number(id) >= gpus.length);
  if (absent.length > 0) {
    found.problem(
      "gpu-missing",
      where,
      `It asks for GPU ${absent.join(", ")}, and this host has ${gpus.length}`,
      "Correct gpus in the recipe."
    );
    return;
  }
  if (!effects.local) return;
  const used = gpus.filter((_, i) => recipe.gpus === "all" || wanted.includes(String(i)));
  const total = used.reduce((sum, gpu) => sum + (gpu.total_mib ?? 0), 0);
  const room = total - reserveMib * used.length;
  for (const mount of recipe.mounts) {
    if (!isAbsolute(mount.source) && !mount.source.startsWith(".")) continue;
    const weights = await effects.weightsMib(resolve(dirname(path), mount.source), recipe.model);
    if (weights === null || used.some((gpu) => gpu.total_mib === null)) continue;
    const sum = `its weights take ${Math.round(weights)} MiB, ${used.length} cards hold ${total} MiB, and ${reserveMib} MiB a card are the reserve`;
    if (weights > room)
      found.problem("memory-too-small", where, `It cannot fit: ${sum}`, "Take a smaller model, or more cards.");
    else
      found.note("memory-fit", where, `It may fit: ${sum}; ${Math.round(room - weights)} MiB are left for the cache`);
  }
}
