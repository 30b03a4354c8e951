import {percentile} from "../../../src/metrics/index.js";
import type {Seen} from "./plan.js";
import type {ServerSeen} from "./simulator.js";

/** How far a client's times lie from the server's own, ms. */
export interface Errors {
  /** Time to the first output: client's minus server's. */
  ttfo: number[];
  /** When the first and the last output were seen by the client, after the server had written them. */
  first: number[];
  last: number[];
}

export function errorsOf(seen: readonly Seen[], server: ReadonlyMap<string, ServerSeen>): Errors {
  const errors: Errors = {ttfo: [], first: [], last: []};
  for (const {id, sent_ns, first_ns, last_ns} of seen) {
    const own = server.get(id);
    if (!own || own.first_output_ns === null || own.last_output_ns === null) continue;
    errors.ttfo.push((first_ns - sent_ns - (own.first_output_ns - own.received_ns)) / 1e6);
    errors.first.push((first_ns - own.first_output_ns) / 1e6);
    errors.last.push((last_ns - own.last_output_ns) / 1e6);
  }
  return errors;
}

export const at = (values: readonly number[], p: number): number => percentile(values, p) ?? NaN;
