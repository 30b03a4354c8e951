import {nearestName} from "../../../src/metrics/names/nearestName.js";
import type {LoadedPlan} from "../plan/readPlan.js";
import type {CheckEffects} from "./checkEffects.js";
import type {Findings} from "./checkResult.js";

/** What speaks against measuring a server that is already there: it is silent, wants another key, or does not offer the model. */
export async function checkAttached(
  baseUrl: string,
  {plan}: LoadedPlan,
  found: Findings,
  effects: CheckEffects
): Promise<void> {
  const {host, profiles, not_applicable} = plan.value;
  const {answers, error, wantsKey, models} = await effects.server(baseUrl);
  if (wantsKey === true)
    found.problem(
      "key-wrong",
      baseUrl,
      `The server refuses: ${error}`,
      host.api_key_env === null
        ? "Name the variable that holds its key as host.api_key_env, and set it."
        : `Set ${host.api_key_env} to the server's key.`
    );
  else if (!answers)
    found.problem(
      "host-silent",
      baseUrl,
      `The server does not answer there${error ? `: ${error}` : ""}`,
      "Start it, or correct host.base_url. SGLang listens on 30000, vLLM on 8000, llama.cpp on 8080."
    );
  for (const {profile, served_model} of profiles) {
    if (served_model === null || models === undefined || models.length === 0 || models.includes(served_model)) continue;
    const near = nearestName(served_model, models);
    found.problem(
      "model-unknown",
      `plan, profile ${profile}`,
      `The server does not offer "${served_model}"; it offers ${models.map((one) => `"${one}"`).join(", ")}`,
      near === null ? "Name one of these as served_model." : `Did you mean "${near}"?`
    );
  }
  const reads =
    profiles.some((profile) => profile.stages.reserve) && not_applicable.every((one) => one.what !== "reserve");
  if (reads && host.nvidia_smi !== "none" && (await effects.gpus(host.nvidia_smi)).length === 0)
    found.note(
      "no-cards",
      "plan, host.nvidia_smi",
      `No card can be read with ${host.nvidia_smi.join(" ")}: the reserve gate cannot pass here`,
      'Give the path of nvidia-smi as host.nvidia_smi = ["/path/to/nvidia-smi"], or write nvidia_smi = "none" and declare reserve not_applicable.'
    );
}
