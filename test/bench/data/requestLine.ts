import {sentence} from "../../../loaders/simulator/answer/filler.js";
import {PROFILES} from "./largeRecords.js";

export interface Place {
  profile: string;
  stage: string;
  index: number;
  boot: number;
}

/** One line as a template: a million are written. The arms differ by a fifth in their decode rate. */
export function requestLine({profile, stage, index, boot}: Place, random: () => number): string {
  const tokens = 64 + Math.floor(random() * 192);
  const ttfo = 180 + random() * 60;
  const rate = (profile === PROFILES[0] ? 75 : 90) * (1 + 0.1 * (random() - 0.5));
  const last = ttfo + (1000 * (tokens - 1)) / rate;
  const text = JSON.stringify(`${sentence(random)} ${sentence(random)}`);
  const sent = index * 4000;
  const at = new Date(Date.UTC(2026, 0, 2) + sent).toISOString();
  const hash = String(index).padStart(64, "0");
  return `{"schema":"assay.request/v1","request_id":"${profile}/${stage}#${index}","profile":"${profile}","stage":"${stage}","index":${index},"phase":"measured","boot_id":"${profile}-b${boot}","status":"ok","http_status":200,"finish_reason":"stop","error":null,"ttfo_ms":${ttfo},"ttft_ms":${ttfo},"first_reasoning_ms":null,"first_tool_ms":null,"last_output_ms":${last},"e2e_ms":${last + 0.4},"generation_ms":${last - ttfo},"output_deltas":${tokens >> 1},"prompt_tokens":4105,"output_tokens":${tokens},"cached_tokens":0,"reasoning_tokens":0,"first_delta_tokens":1,"last_delta_tokens":${tokens},"decode_basis":"usage-continuous","cached_basis":"absent-is-zero","output_tokens_basis":"usage","prefill_basis":null,"chunk_gap_ms_p50":${2000 / rate},"max_stall_ms":${3000 / rate},"accept_length":null,"content":${text},"reasoning":"","tool_calls":[],"nominal_prompt_tokens":4096,"concurrency":1,"max_tokens":256,"cache_declared":"cold","sent_at":"${at}","sent_ms":${sent},"connect_ms":null,"reused":true,"in_flight_mean":1,"prompt_id":"4k-c1-b${boot}/p${index}","prompt_sha256":"${hash}","thinking":"disabled","offered_tools":null,"purpose":null,"ignore_eos":false,"template_tokens":7,"short":null,"client":{"loop_delay_p99_ms":0.2939,"loop_utilisation":0.0277,"cpu_share":0.0423,"shared_read_share":0}}\n`;
}
