import {z} from "zod";

/** How a value came about. Rows of different bases are never ranked together (design, section 3). */
export const Basis = z.enum([
  "usage-continuous",
  "k-assumed-1",
  "first-token-excluded",
  "first-token-included",
  "chunk",
  "token",
  "request-mean",
  "usage",
  "client-tokenizer",
  "requested",
  "e2e-minus-ttfo",
  "e2e-minus-ttft",
  "prompt-over-ttft",
  "wall-clock",
  "forced-length",
  "absent-is-zero",
  "since-boot",
  "run",
  "request",
  "reported"
]);
export type Basis = z.infer<typeof Basis>;
