/** `/metrics`: the Prometheus text that SGLang serves with `--enable-metrics`. */
import type {HostState} from "./hostState.js";
import {renderHistogram} from "./histogram.js";

function line(name: string, kind: "counter" | "gauge", help: string, labels: string, value: number): string {
  const text = Number.isInteger(value) ? value.toFixed(1) : String(value);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${name}{${labels}} ${text}\n`;
}

export function metricsText(state: HostState): string {
  const {counters, scheduler, config} = state;
  const {speculation} = scheduler;
  const labels = `engine_type="unified",model_name="${config.model.name}",pp_rank="0",tp_rank="0"`;
  const counter = (name: string, help: string, value: number, more = ""): string =>
    line(`sglang:${name}`, "counter", help, labels + more, value);
  const gauge = (name: string, help: string, value: number): string =>
    line(`sglang:${name}`, "gauge", help, labels, value);
  const spec = speculation.configuredDepth > 0;
  return [
    counter("prompt_tokens_total", "Number of prefill tokens processed.", counters.promptTokens),
    counter("generation_tokens_total", "Number of generation tokens processed.", counters.generationTokens),
    counter("cached_tokens_total", "Number of cached prompt tokens.", counters.cachedTokens, ',cache_source="device"'),
    counter("num_requests_total", "Number of requests processed.", counters.requests),
    counter("num_aborted_requests_total", "Number of requests aborted.", counters.aborted),
    gauge("num_running_reqs", "The number of running requests.", scheduler.runningCount),
    gauge("num_queue_reqs", "The number of requests in the waiting queue.", scheduler.waitingCount),
    gauge("num_used_tokens", "The number of used tokens.", scheduler.usedTokens),
    gauge("token_usage", "The token usage.", scheduler.usedTokens / config.model.contextTokens),
    gauge("cache_hit_rate", "The prefix cache hit rate.", counters.cachedTokens / Math.max(1, counters.promptTokens)),
    gauge("gen_throughput", "The generation throughput (token/s).", counters.genThroughput),
    gauge("max_total_num_tokens", "Maximum total number of tokens in the KV cache pool.", state.poolTokens),
    ...(spec
      ? [
          gauge("spec_accept_length", "The average acceptance length.", speculation.acceptLength ?? 0),
          gauge("spec_accept_rate", "The average acceptance rate.", speculation.acceptRate ?? 0),
          gauge("spec_num_steps", "The number of draft steps.", speculation.depth),
          gauge("spec_num_draft_tokens", "The number of draft tokens.", speculation.depth + 1),
          counter("spec_verify_calls_total", "Number of verify calls.", speculation.lifetimeVerifySteps),
          counter("spec_accepted_tokens_total", "Number of accepted draft tokens.", speculation.lifetimeAcceptedTokens)
        ]
      : []),
    renderHistogram("sglang:time_to_first_token_seconds", "Time to first token.", counters.ttft, labels),
    renderHistogram("sglang:e2e_request_latency_seconds", "End-to-end request latency.", counters.e2e, labels),
    renderHistogram("sglang:queue_time_seconds", "Queueing time.", counters.queue, labels)
  ].join("");
}
