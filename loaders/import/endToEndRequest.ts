/** Requests of tools that keep an end-to-end latency and no time of the last token: generation is what follows the first one. */
import type {Basis} from "../../src/schema/basis.js";
import type {RequestDraft} from "./draft.js";
import {foreignRequest} from "./foreignRequest.js";
import {measure} from "./units.js";

export interface EndToEnd {
  /** The tool's error code; null, absent or empty for a success. */
  errorCode: unknown;
  errorText: string | null | undefined;
  ttftMs: number | null;
  e2eMs: number | null;
  promptTokens: number | null;
  outputTokens: number | null;
  outputBasis: Basis | null;
}

/** A request with the basis `e2e-minus-ttft`: the time from the last token to the end of the answer is counted as generation. */
export function endToEndRequest(
  {errorCode, errorText, ttftMs, e2eMs, ...tokens}: EndToEnd,
  more: Partial<RequestDraft> = {}
): RequestDraft {
  const failed = errorCode != null && errorCode !== "";
  return foreignRequest(
    {
      failed,
      error: failed ? `${String(errorCode)} ${errorText ?? ""}`.trim() : null,
      ttftMs,
      e2eMs,
      generationMs: ttftMs !== null && e2eMs !== null ? measure(e2eMs - ttftMs) : null,
      decodeBasis: "e2e-minus-ttft",
      ...tokens
    },
    more
  );
}

/** The items of a list that could be read, each with its place in the list. */
export const placed = <T>(list: readonly (T | null)[]): {item: T; at: number}[] =>
  list.flatMap((item, at) => (item === null ? [] : [{item, at}]));
