import {sameQuantity} from "../../metrics/sameQuantity.js";

/** A measured point with what decides whether another is like it. */
export interface ComparePoint {
  campaign_id: string;
  profile: string;
  stage: string;
  kind: string;
  nominal_prompt_tokens: number | null;
  prompt_tokens: number | null;
  concurrency: number | null;
  cache_declared: string | null;
  thinking: string | null;
  max_tokens: number | null;
  n_ok: number;
  n_failed: number;
  /** How decode rate and TPOT were counted. */
  basis: string | null;
  /** The TPOT is a file's own claim: it holds no request timings. */
  reported: boolean;
  tpot_ms: number | null;
  decode_tok_s: number | null;
  effective_prefill_tok_s: number | null;
  uncached_prefill_tok_s: number | null;
  ttft_ms: number | null;
  output_tok_s: number | null;
  simulated: boolean;
  time_scale: number | null;
  gpu: string | null;
  engine: string | null;
  served_model: string | null;
}

/** Measured prompts may differ by this share and still count as the same size. */
const PROMPT_SHARE = 0.02;

/** Why two points may not be set side by side, in words; empty when they are alike. */
export function unlike(a: ComparePoint, b: ComparePoint): string[] {
  const reasons: string[] = [];
  const differ = (what: string, x: unknown, y: unknown) => {
    if (x !== y) reasons.push(`${what}: ${x ?? "not recorded"} against ${y ?? "not recorded"}`);
  };
  if (a.simulated !== b.simulated) reasons.push("one is simulated, the other is not");
  if (a.simulated && b.simulated) differ("time scale", a.time_scale, b.time_scale);
  differ("requests in flight", a.concurrency, b.concurrency);
  if (!sameQuantity(a.basis, b.basis)) differ("decode basis", a.basis, b.basis);
  differ("declared cache state", a.cache_declared, b.cache_declared);
  differ("thinking", a.thinking, b.thinking);
  differ("output limit", a.max_tokens, b.max_tokens);
  if (a.prompt_tokens === null || b.prompt_tokens === null)
    differ("nominal prompt", a.nominal_prompt_tokens, b.nominal_prompt_tokens);
  else if (Math.abs(a.prompt_tokens / b.prompt_tokens - 1) > PROMPT_SHARE)
    reasons.push(`measured prompt: ${a.prompt_tokens} against ${b.prompt_tokens} tokens`);
  return reasons;
}

/** Pairs of one profile's points with another's at the same nominal size and concurrency (or where a file does not say how many ran), each with the reasons why it is not like with like. */
export function pairPoints(
  a: ComparePoint[],
  b: ComparePoint[]
): {a: ComparePoint; b: ComparePoint; reasons: string[]}[] {
  return a.flatMap((left) =>
    b
      .filter(
        (right) =>
          right.nominal_prompt_tokens === left.nominal_prompt_tokens &&
          (right.concurrency === left.concurrency || right.concurrency === null || left.concurrency === null)
      )
      .map((right) => ({a: left, b: right, reasons: unlike(left, right)}))
  );
}

/** A point's profile, as the page names it. */
export const profileKey = (p: Pick<ComparePoint, "campaign_id" | "profile">): string =>
  `${p.campaign_id} / ${p.profile}`;

/** Every other profile that has a point like one of this profile's, with the number of such pairs. */
export function alikeProfiles(points: ComparePoint[], profile: string): Map<string, number> {
  const own = points.filter((p) => profileKey(p) === profile);
  const counts = new Map<string, number>();
  for (const {b, reasons} of pairPoints(own, points)) {
    const other = profileKey(b);
    if (other !== profile && reasons.length === 0) counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  return counts;
}

/** The pair that the page opens with: of the newest campaign with a profile that has a like one, the two with most points alike. */
export function firstPair(points: ComparePoint[]): [string, string] | null {
  const profiles = [...new Set(points.map(profileKey))].sort().reverse();
  for (const profile of profiles) {
    const [best] = [...alikeProfiles(points, profile)].sort((a, b) => b[1] - a[1] || b[0].localeCompare(a[0]));
    if (best) return [best[0], profile];
  }
  return profiles[0] === undefined ? null : [profiles[0], profiles[1] ?? profiles[0]];
}
