/** Lines of a server's start-up log; like the real one it prints its key. */
import type {HostMemory} from "../memory/hostMemory.js";
import {cardMib} from "../memory/machine.js";
import type {Launch} from "./launch.js";

/** Lines and the share of the boot after which each is written. */
export function bootLog(launch: Launch, memory: HostMemory, pid: number): {share: number; text: string}[] {
  const {model} = launch;
  const {parts} = memory;
  const gb = (mib: number): string => (mib / 1024).toFixed(2);
  const afterWeights = cardMib - parts.context - parts.weights - parts.draftWeights;
  const afterPool = afterWeights - parts.kvPool - parts.draftKvPool;
  return [
    {
      share: 0,
      text: `server_args=ServerArgs(model_path='${launch.weights}', served_model_name='${model.name}', context_length=${model.contextTokens}, mem_fraction_static=${launch.memFraction}, max_running_requests=${model.maxRunning}, speculative_num_steps=${model.speculativeSteps || "None"}, api_key=${launch.apiKey === null ? "None" : `'${launch.apiKey}'`}, enable_metrics=${model.metrics})`
    },
    {share: 0.05, text: "Init torch distributed begin."},
    {share: 0.08, text: `Load weight begin. avail mem=${gb(cardMib - parts.context)} GB`},
    {share: 0.3, text: "Loading safetensors checkpoint shards:  33% Completed | 14/42"},
    {share: 0.5, text: "Loading safetensors checkpoint shards:  76% Completed | 32/42"},
    {share: 0.65, text: `Load weight end. type=Glm4vMoeForConditionalGeneration, avail mem=${gb(afterWeights)} GB`},
    {share: 0.7, text: `KV Cache is allocated. #tokens: ${memory.poolTokens}, KV size: ${gb(parts.kvPool)} GB`},
    {share: 0.72, text: `Memory pool end. avail mem=${gb(afterPool)} GB`},
    {share: 0.75, text: "Capture cuda graph begin. This can take up to several minutes."},
    {
      share: 0.9,
      text: `Capture cuda graph end. mem usage=${gb(parts.graphs)} GB. avail mem=${gb(afterPool - parts.graphs)} GB.`
    },
    {
      share: 0.95,
      text: `max_total_num_tokens=${memory.poolTokens}, chunked_prefill_size=8192, max_running_requests=${model.maxRunning}, context_len=${model.contextTokens}`
    },
    {share: 0.97, text: `INFO:     Started server process [${pid}]`},
    {share: 0.98, text: `INFO:     Uvicorn running on http://0.0.0.0:${launch.port} (Press CTRL+C to quit)`}
  ];
}

export const readyLine = "The server is fired up and ready to roll!";
