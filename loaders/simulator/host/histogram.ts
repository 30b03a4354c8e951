/** A Prometheus histogram. */
export interface Histogram {
  bounds: number[];
  counts: number[];
  sum: number;
  count: number;
}

export function emptyHistogram(bounds: number[]): Histogram {
  return {bounds, counts: bounds.map(() => 0), sum: 0, count: 0};
}

export function observe(histogram: Histogram, value: number): void {
  histogram.sum += value;
  histogram.count++;
  histogram.bounds.forEach((bound, i) => {
    if (value <= bound) histogram.counts[i] = (histogram.counts[i] ?? 0) + 1;
  });
}

/** The histogram's lines in the text exposition format. `labels` is the inside of the braces. */
export function renderHistogram(name: string, help: string, histogram: Histogram, labels: string): string {
  const buckets = histogram.bounds.map(
    (bound, i) => `${name}_bucket{le="${bound}",${labels}} ${histogram.counts[i] ?? 0}.0`
  );
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} histogram`,
    ...buckets,
    `${name}_bucket{le="+Inf",${labels}} ${histogram.count}.0`,
    `${name}_count{${labels}} ${histogram.count}.0`,
    `${name}_sum{${labels}} ${histogram.sum}`,
    ""
  ].join("\n");
}
