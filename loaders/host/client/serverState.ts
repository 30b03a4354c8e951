import {z} from "zod";
import type {ServerState} from "../../../src/schema/stage.js";
import {askFirst} from "./askHost.js";
import {parsePrometheus, sumOf, type PrometheusSample} from "./prometheus.js";
import {redactServerInfo} from "./redactServerInfo.js";
import type {HostClient} from "./types.js";

const number = z.number().nullish().catch(null);
const Info = z
  .looseObject({
    enable_cache_report: z.boolean().nullish().catch(null),
    version: z.string().nullish().catch(null),
    served_model_name: z.string().nullish().catch(null),
    model_path: z.string().nullish().catch(null),
    context_length: number,
    default_generation_settings: z.looseObject({n_ctx: number}).nullish().catch(null),
    modalities: z
      .looseObject({vision: z.boolean().nullish().catch(null)})
      .nullish()
      .catch(null),
    speculative_num_steps: number,
    speculative_num_draft_tokens: number,
    internal_states: z
      .array(z.looseObject({avg_spec_accept_length: number, speculative_num_steps: number}))
      .nullish()
      .catch(null)
  })
  .catch({});

/** What a host says of itself now. Unknown is null; `samples` are the counters and gauges of /metrics, empty when it has none. */
export interface HostReading {
  state: ServerState;
  samples: PrometheusSample[];
  servedModel: string | null;
  modelPath: string | null;
  contextLength: number | null;
  /** Whether it takes images, where it says so. */
  vision: boolean | null;
  hasInfo: boolean;
}

/** Reads /metrics and /server_info (older: /get_server_info; llama.cpp: /props). Costs no token. */
export async function readServerState(client: HostClient, now: () => Date = () => new Date()): Promise<HostReading> {
  const answers = await Promise.all([
    askFirst(client, ["/metrics"], 10),
    askFirst(client, ["/server_info", "/get_server_info", "/props"], 10)
  ]);
  const samples = parsePrometheus(answers[0]?.text ?? "");
  const raw = answers[1]?.body ?? null;
  const info = Info.parse(raw ?? {});
  const inner = info.internal_states?.[0];
  const gauge = (...names: string[]) => sumOf(samples, ...names);
  return {
    samples,
    servedModel: info.served_model_name ?? null,
    modelPath: info.model_path ?? null,
    contextLength: info.context_length ?? info.default_generation_settings?.n_ctx ?? null,
    vision: info.modalities?.vision ?? null,
    hasInfo: raw !== null,
    state: {
      captured_at: now().toISOString(),
      requests_total: gauge("sglang:num_requests_total", "vllm:request_success_total"),
      prompt_tokens_total:
        gauge("sglang:prompt_tokens_total", "vllm:prompt_tokens_total") ?? llamaPromptTokens(samples),
      generation_tokens_total: gauge(
        "sglang:generation_tokens_total",
        "vllm:generation_tokens_total",
        "llamacpp:tokens_predicted_total"
      ),
      cached_tokens_total: gauge(
        "sglang:cached_tokens_total",
        "vllm:prefix_cache_hits_total",
        "llamacpp:prompt_tokens_cached_total"
      ),
      running_requests: gauge("sglang:num_running_reqs", "vllm:num_requests_running", "llamacpp:requests_processing"),
      spec_verify_calls_total: gauge("sglang:spec_verify_calls_total", "vllm:spec_decode_num_drafts_total"),
      spec_steps: gauge("sglang:spec_num_steps") ?? inner?.speculative_num_steps ?? info.speculative_num_steps ?? null,
      spec_draft_tokens: gauge("sglang:spec_num_draft_tokens") ?? info.speculative_num_draft_tokens ?? null,
      accept_length_since_boot: inner?.avg_spec_accept_length ?? gauge("sglang:spec_accept_length"),
      cache_hit_rate: gauge("sglang:cache_hit_rate"),
      cache_reporting: info.enable_cache_report ?? null,
      version: info.version ?? null,
      raw: redactServerInfo(raw)
    }
  };
}

/** llama.cpp counts prompt tokens without the cached ones; the others count all. */
function llamaPromptTokens(samples: readonly PrometheusSample[]): number | null {
  const processed = sumOf(samples, "llamacpp:prompt_tokens_total");
  return processed === null ? null : processed + (sumOf(samples, "llamacpp:prompt_tokens_cached_total") ?? 0);
}
