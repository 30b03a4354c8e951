import type {PointRow} from "./campaignData.js";
import {promptSize} from "../metrics/names/promptSize.js";

/** `4K, C1`, or the stage's name where it has no prompt size. */
export function pointLabel(point: Pick<PointRow, "nominal_prompt_tokens" | "concurrency" | "stage">): string {
  if (point.nominal_prompt_tokens === null) return point.stage;
  const c = point.concurrency === null ? "" : `, C${point.concurrency}`;
  return `${promptSize(point.nominal_prompt_tokens)}${c}`;
}

/** Where a comparison was made: `4K nominal, C1`. */
export function pointWords(point: Pick<PointRow, "nominal_prompt_tokens" | "concurrency">): string {
  const {nominal_prompt_tokens: nominal, concurrency} = point;
  return [nominal === null ? null : `${promptSize(nominal)} nominal`, concurrency === null ? null : `C${concurrency}`]
    .filter(Boolean)
    .join(", ");
}
