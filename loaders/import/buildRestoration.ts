/** The restoration proof from two live-state records: every field that both hold is compared, a one-sided field proves nothing. */
import {isDeepStrictEqual} from "node:util";
import type {RestorationRecord} from "../../src/schema/host.js";
import type {LiveState} from "./draft.js";

/** The earliest state is "before"; "after" is the later one that shares most fields with it. Null where fewer than one state exists. */
export function buildRestoration(states: LiveState[]): RestorationRecord | null {
  const sorted = [...states].sort((a, b) => key(a).localeCompare(key(b)));
  const [first, ...later] = sorted;
  if (!first) return null;
  const before = later.length > 0 ? first : null;
  const after = later.length > 0 ? best(first, later) : first;
  const names = [...new Set([...Object.keys(before?.fields ?? {}), ...Object.keys(after.fields)])].sort();
  const fields = names.map((field) => {
    const has = (s: LiveState | null) => s !== null && Object.hasOwn(s.fields, field);
    const both = has(before) && has(after);
    const was = before?.fields[field] ?? null;
    const is = after.fields[field] ?? null;
    return {field, before: was, after: is, equal: both ? same(field, was, is) : null, required: both};
  });
  return {
    schema: "assay.restoration/v1",
    applicable: true,
    reason: before === null ? "the files hold one state only, so nothing can be compared" : null,
    restored_at: after.capturedAt,
    restored_by: "foreign",
    fields,
    health: after.health,
    token_generated: null,
    candidate_gone: after.candidateGone,
    downtime_s: null,
    source_files: states.map((s) => s.file)
  };
}

/** GPU memory in use is no identity: it may lie up to 256 MiB above what it was (design, section 6). */
function same(field: string, was: unknown, is: unknown): boolean {
  if (!/gpu.*used/i.test(field)) return isDeepStrictEqual(was, is);
  const [before, after] = [was, is].map((v) => (Array.isArray(v) ? v : [v]));
  if (!before || !after || before.length !== after.length) return false;
  return before.every((b, i) => typeof b === "number" && typeof after[i] === "number" && after[i] <= b + GPU_SLACK_MIB);
}

const GPU_SLACK_MIB = 256;

const key = (s: LiveState): string => `${s.capturedAt ?? "9"}\u0000${s.file}`;

function best(before: LiveState, later: LiveState[]): LiveState {
  const shared = (s: LiveState) => Object.keys(s.fields).filter((f) => Object.hasOwn(before.fields, f)).length;
  return later.reduce((a, b) => (shared(b) > shared(a) ? b : a));
}
