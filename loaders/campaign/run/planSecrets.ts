import type {LoadedPlan} from "../plan/readPlan.js";
import {secretValues} from "../../host/containers/index.js";

/** What stands before the host of an address: a password, or a token in the user's place. */
const USERINFO = /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?:[^\s/@"'<>:]{0,200}:)?([^\s/@"'<>]{1,400})@/gi;

/**
 * Secrets that a run is known to have: the API key, values that recipes take from the environment, and what a plan or a recipe
 * holds itself, by the names of its variables and flags and in its addresses.
 */
export function planSecrets(loaded: LoadedPlan, env: NodeJS.ProcessEnv): string[] {
  const {api_key_env: key} = loaded.plan.value.host;
  const recipes = [...loaded.recipes.values()];
  const texts = [loaded.plan, ...recipes].map(({bytes}) => bytes.toString("utf8"));
  return [
    ...(key === null ? [] : [env[key] ?? ""]),
    ...recipes.flatMap(({value}) => [
      ...value.env_from.map((name) => env[name] ?? ""),
      ...secretValues(
        Object.entries(value.env).map(([name, text]) => `${name}=${text}`),
        value.command
      )
    ]),
    ...texts.flatMap((text) => [...text.matchAll(USERINFO)].map(([, secret]) => secret ?? ""))
  ].filter((secret) => secret !== "");
}
