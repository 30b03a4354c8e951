import type {z} from "zod";
import type {ComparisonResult, Decision, Finding, GateResult} from "../schema/decision.js";
import type {Value} from "./publishStages.js";

export type Comparison = z.infer<typeof ComparisonResult>;
export type ProfileFacts = {
  profile: string;
  label: string;
  role: string;
  outcome: Decision["profiles"][number]["outcome"];
  reason: string;
  selected: boolean;
  context_tokens: number | null;
};

/** What the sentences of a decision are made of. */
export interface Facts {
  origin: "captured" | "imported" | "reported";
  simulated: boolean;
  authorized: boolean;
  alpha: number;
  profiles: ProfileFacts[];
  gates: (GateResult & {title: string; waived: boolean})[];
  values: Value[];
  comparisons: Comparison[];
  findings: Finding[];
  failedStages: {profile: string; stage: string; code: string; message: string}[];
}

/** The selected profile of a decision; undefined when no profile is verified. */
export const selectedOf = (facts: Facts): ProfileFacts | undefined => facts.profiles.find((p) => p.selected);

/** "a, b and c" */
export function listed(words: string[]): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}
