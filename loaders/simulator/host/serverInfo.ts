/** `/server_info`, `/model_info`, `/v1/models`: what the host says of itself. Like the real one it shows its `api_key`. */
import type {HostState} from "./hostState.js";

export const sglangVersion = "0.5.13";

/** GiB per card, as SGLang tells it. */
function memoryUsage(state: HostState): Record<string, number> {
  const {parts} = state.memory;
  const gib = (mib: number): number => Number((mib / 1024).toFixed(2));
  return {
    weight: gib(parts.weights + parts.draftWeights),
    kvcache: gib(parts.kvPool + parts.draftKvPool),
    token_capacity: state.poolTokens,
    graph: gib(parts.graphs)
  };
}

export function serverInfo(state: HostState): Record<string, unknown> {
  const {config, scheduler} = state;
  const {model} = config;
  const spec = model.speculativeSteps > 0;
  return {
    model_path: state.launch.weights,
    tokenizer_path: state.launch.weights,
    revision: model.revision,
    served_model_name: model.name,
    host: "0.0.0.0",
    port: state.port,
    api_key: config.apiKey,
    admin_api_key: null,
    context_length: model.contextTokens,
    tp_size: 2,
    dp_size: 1,
    mem_fraction_static: state.launch.memFraction,
    max_running_requests: model.maxRunning,
    max_total_tokens: null,
    page_size: 64,
    chunked_prefill_size: 8192,
    kv_cache_dtype: "fp8_e4m3",
    quantization: "modelopt_fp4",
    chat_template: state.launch.chatTemplate,
    attention_backend: "flashinfer",
    disable_radix_cache: false,
    enable_metrics: model.metrics,
    enable_cache_report: model.cacheReport,
    reasoning_parser: "glm45",
    tool_call_parser: "glm47",
    speculative_algorithm: spec ? "EAGLE" : null,
    speculative_num_steps: spec ? model.speculativeSteps : null,
    speculative_eagle_topk: spec ? 1 : null,
    speculative_num_draft_tokens: spec ? model.speculativeSteps + 1 : null,
    speculative_adaptive: spec && model.adaptive,
    random_seed: config.seed,
    log_level: "info",
    status: "ready",
    max_total_num_tokens: state.poolTokens,
    max_req_input_len: model.contextTokens - 6,
    internal_states: [
      {
        last_gen_throughput: state.counters.genThroughput,
        memory_usage: memoryUsage(state),
        avg_spec_accept_length: spec ? scheduler.speculation.acceptLength : null,
        speculative_num_steps: spec ? scheduler.speculation.depth : null,
        effective_max_running_requests_per_dp: model.maxRunning
      }
    ],
    version: sglangVersion
  };
}

export function modelInfo(state: HostState): Record<string, unknown> {
  return {
    model_path: state.launch.weights,
    tokenizer_path: state.launch.weights,
    is_generation: true,
    preferred_sampling_params: null,
    weight_version: "default",
    has_image_understanding: true,
    has_audio_understanding: false,
    model_type: "glm4_moe",
    architectures: ["Glm4vMoeForConditionalGeneration"]
  };
}

export function modelList(state: HostState): Record<string, unknown> {
  const {model} = state.config;
  return {
    object: "list",
    data: [
      {
        id: model.name,
        object: "model",
        created: state.created,
        owned_by: "sglang",
        root: model.name,
        parent: null,
        max_model_len: model.contextTokens
      }
    ]
  };
}
