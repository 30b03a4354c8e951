import type {PublishedMetric} from "./metricList.js";

/** What a percentile of a stage rests on, beside its value. */
export interface Sample {
  n: number;
  lo: number | null;
  hi: number | null;
  coverage: number | null;
  basis: string | null;
  requestIds: string[];
  /** Where they are too many to list: the statement that lists them. */
  requestsSql?: string;
  /** The figure without some requests; null when none of them is in the sample, or none remain. */
  without(suspects: ReadonlySet<string>): Promise<Without | null>;
}

export interface Without {
  value: number | null;
  n: number;
}

/** The measured requests of a stage. */
export interface StageSamples {
  ids: string[];
  /** Where they are too many to list: the statement that lists them. */
  idsSql?: string;
  of(metric: PublishedMetric): Sample;
}
