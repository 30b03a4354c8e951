/** Settings of a server that may be kept, by name. Anything else (keys, paths of users, addresses) never lands. */
const KEPT = new Set(
  `model_path tokenizer_path revision served_model_name context_length tp_size dp_size pp_size ep_size mem_fraction_static
  max_running_requests max_total_tokens max_total_num_tokens max_req_input_len page_size chunked_prefill_size max_prefill_tokens
  kv_cache_dtype dtype quantization attention_backend sampling_backend grammar_backend disable_radix_cache disable_cuda_graph
  cuda_graph_max_bs disable_overlap_schedule enable_metrics enable_cache_report reasoning_parser tool_call_parser chat_template
  speculative_algorithm speculative_num_steps speculative_eagle_topk speculative_num_draft_tokens speculative_adaptive
  schedule_policy schedule_conservativeness random_seed trust_remote_code enable_multimodal status version internal_states
  last_gen_throughput memory_usage weight kvcache token_capacity graph avg_spec_accept_length effective_max_running_requests_per_dp
  load_format stream_interval enable_mixed_chunk enable_torch_compile nnodes device allow_auto_truncate simulated time_scale
  default_generation_settings total_slots n_ctx model_alias build_info modalities vision audio n_predict`.split(/\s+/)
);

/** Server info with only the fields of the allow-list, at every depth; texts are cut at 500 characters. Null stays null. */
export function redactServerInfo(value: unknown, depth = 0): unknown {
  if (depth > 6) return null;
  if (Array.isArray(value)) return value.slice(0, 64).map((item) => redactServerInfo(item, depth + 1));
  if (typeof value === "string") return value.slice(0, 500);
  if (typeof value !== "object" || value === null) return value ?? null;
  const kept: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) if (KEPT.has(key)) kept[key] = redactServerInfo(inner, depth + 1);
  return kept;
}
