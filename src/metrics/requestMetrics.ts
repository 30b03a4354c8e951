import type {Derived} from "../schema/request.js";
import {decodeTokS} from "./decodeTokS.js";
import {effectivePrefillTokS} from "./effectivePrefillTokS.js";
import {tokensPerChunk} from "./tokensPerChunk.js";
import {tpotMs} from "./tpotMs.js";
import {uncachedPrefillTokS} from "./uncachedPrefillTokS.js";
import {visibleAnswer} from "./visibleAnswer.js";

/** What section 3 defines on top of a request's record. Rates of a request that is not `ok` are null: it has no throughput. */
export interface RequestMetrics {
  decode_tok_s: number | null;
  tpot_ms: number | null;
  tokens_per_chunk: number | null;
  effective_prefill_tok_s: number | null;
  uncached_prefill_tok_s: number | null;
  visible_answer: boolean | null;
}

/** The rates of one request, by the same definitions as the view `request_metrics`. */
export function requestMetrics(r: Derived): RequestMetrics {
  const ok = r.status === "ok";
  return {
    decode_tok_s: ok ? decodeTokS(r) : null,
    tpot_ms: ok ? tpotMs(r) : null,
    tokens_per_chunk: ok ? tokensPerChunk(r) : null,
    effective_prefill_tok_s: ok ? effectivePrefillTokS(r) : null,
    uncached_prefill_tok_s: ok ? uncachedPrefillTokS(r) : null,
    visible_answer: visibleAnswer(r)
  };
}
