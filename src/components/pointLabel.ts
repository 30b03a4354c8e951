import type {PointRow} from "./campaignData.js";
import {formatNumber} from "./formatNumber.js";

/** A nominal prompt size as people say it: 4096 is `4K`, 230000 is `230K`. */
export function nominalLabel(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return tokens % 1024 === 0 ? `${tokens / 1024}K` : `${formatNumber(tokens / 1000, 3)}K`;
}

/** `4K, C1`, or the stage's name where it has no prompt size. */
export function pointLabel(point: Pick<PointRow, "nominal_prompt_tokens" | "concurrency" | "stage">): string {
  if (point.nominal_prompt_tokens === null) return point.stage;
  const c = point.concurrency === null ? "" : `, C${point.concurrency}`;
  return `${nominalLabel(point.nominal_prompt_tokens)}${c}`;
}

/** Where a comparison was made: `4K nominal, C1`. */
export function pointWords(point: Pick<PointRow, "nominal_prompt_tokens" | "concurrency">): string {
  const {nominal_prompt_tokens: nominal, concurrency} = point;
  return [nominal === null ? null : `${nominalLabel(nominal)} nominal`, concurrency === null ? null : `C${concurrency}`]
    .filter(Boolean)
    .join(", ");
}
