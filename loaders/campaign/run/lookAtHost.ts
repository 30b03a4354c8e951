import {nearestName} from "../../../src/metrics/names/nearestName.js";
import {Problem} from "../../../src/schema/problem.js";
import {listModels, readServerState, type HostClient, type HostReading} from "../../host/client/index.js";
import type {HostLook} from "./campaignRecord.js";

/** Settings of a server that tell arms apart, by the names of its own info. */
const ARM_SETTINGS =
  "context_length tp_size dp_size mem_fraction_static max_running_requests chunked_prefill_size kv_cache_dtype quantization attention_backend disable_radix_cache speculative_algorithm speculative_num_steps speculative_num_draft_tokens speculative_adaptive page_size reasoning_parser tool_call_parser chat_template".split(
    " "
  );

/** A server as it was seen. */
export interface HostSight {
  look: HostLook;
  reading: HostReading;
  model: string;
}

/** What to do next, in the words of whoever asks: a plan's keys, or options of a command. */
const IN_A_PLAN = {
  address: "check that the server runs, and host.base_url in the plan",
  key: "name the variable that holds its key as host.api_key_env in the plan, and set it",
  model: "name one as served_model in the plan's profile"
};

/** A server that answers: what it serves and what it says of itself. Throws a Problem (exit 2) when it does not answer. */
export async function lookAtHost(client: HostClient, wanted: string | null, next = IN_A_PLAN): Promise<HostSight> {
  const {models, error, wantsKey} = await listModels(client);
  if (error !== null)
    throw new Problem("host.unreachable", `The server at ${client.baseUrl} cannot be measured`, {
      why: error,
      left: "nothing was started",
      next: wantsKey ? next.key : next.address
    });
  const model = wanted ?? (models.length === 1 ? models[0]?.id : undefined);
  const near =
    wanted === null
      ? null
      : nearestName(
          wanted,
          models.map((one) => one.id)
        );
  if (model === undefined || !models.some((one) => one.id === model))
    throw new Problem(
      "host.model",
      wanted === null
        ? "The server offers several models, and the plan names none"
        : `The server does not offer "${wanted}"`,
      {
        why: `it offers ${models.map((one) => `"${one.id}"`).join(", ")}`,
        left: "nothing was started",
        next: near === null ? next.model : `did you mean "${near}"? ${next.model}`
      }
    );
  const reading = await readServerState(client);
  const offered = models.find((one) => one.id === model);
  const raw = (reading.state.raw ?? {}) as Record<string, unknown>;
  const settings = Object.fromEntries(ARM_SETTINGS.flatMap((key) => (raw[key] === undefined ? [] : [[key, raw[key]]])));
  return {
    model,
    reading,
    look: {
      servedModel: model,
      modelPath: reading.modelPath,
      contextLength: reading.contextLength ?? offered?.context ?? null,
      engine: engineOf(reading, offered?.ownedBy ?? null),
      gpu: null,
      settings
    }
  };
}

function engineOf(reading: HostReading, ownedBy: string | null): string | null {
  const prefix = reading.samples
    .map((sample) => sample.metric.split(":")[0])
    .find((name) => name === "sglang" || name === "vllm");
  return prefix ?? (ownedBy === "llamacpp" ? "llama.cpp" : ownedBy);
}
