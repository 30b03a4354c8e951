import type {PublishedMetric} from "./metricList.js";

/** What a percentile of a stage rests on, beside its value. */
export interface Sample {
  n: number;
  lo: number | null;
  hi: number | null;
  coverage: number | null;
  basis: string | null;
  requestIds: string[];
  /** The figure without some requests; null when none of them is in the sample, or none remain. */
  without(suspects: ReadonlySet<string>): {value: number | null; n: number} | null;
}

/** The measured requests of a stage. */
export interface StageSamples {
  ids: string[];
  of(metric: PublishedMetric): Sample;
}
