/** A request's place in its stage: ms from the stage's start. */
export interface Span {
  sent_ms: number;
  ended_ms: number;
}

/** A request's span in its stage, from a record's fields; null when its clock was not recorded. */
export function spanOf(r: {sent_ms: number | null; e2e_ms: number | null}): Span | null {
  return r.sent_ms === null || r.e2e_ms === null ? null : {sent_ms: r.sent_ms, ended_ms: r.sent_ms + r.e2e_ms};
}
