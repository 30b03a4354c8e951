import {z} from "zod";
import {ProfileName} from "./common.js";

/** A metric that must not get worse by more than `loss` (0.05: five percent). */
export const ProtectedMetric = z.strictObject({metric: z.string(), loss: z.number().min(0).max(1)});

/** A comparison, as a plan declares it. The point is matched by nominal prompt size and concurrency in both arms. */
export const ComparisonSpec = z.strictObject({
  comparison_id: z.string(),
  metric: z.string(),
  baseline: ProfileName,
  candidate: ProfileName,
  nominal_prompt_tokens: z.number().int(),
  concurrency: z.number().int(),
  better: z.enum(["higher", "lower"]),
  /** Settings that may differ between the arms. */
  varies: z.array(z.string()),
  order: z.enum(["ABBA", "AB", "as-found"]),
  primary: z.boolean(),
  protected: z.array(ProtectedMetric),
  /** Profile measured twice to learn how much this host differs from itself. */
  aa: ProfileName.nullable().default(null)
});
export type ComparisonSpec = z.infer<typeof ComparisonSpec>;
