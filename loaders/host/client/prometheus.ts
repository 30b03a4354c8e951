/** One sample of a Prometheus exposition. */
export interface PrometheusSample {
  metric: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?\s*$/;
const LABEL = /\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*,?/y;

/** Reads the text format of /metrics, labels included; lines that are not samples are skipped. Source: Prometheus exposition formats, 0.0.4. */
export function parsePrometheus(text: string): PrometheusSample[] {
  const samples: PrometheusSample[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("#") || line.length > 10_000) continue;
    const match = LINE.exec(line.trimEnd());
    if (!match) continue;
    const value = numberOf(match[3] ?? "");
    if (value !== null) samples.push({metric: match[1] ?? "", labels: labelsOf(match[2] ?? ""), value});
  }
  return samples;
}

function numberOf(text: string): number | null {
  if (/^[+-]?Inf$/.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  const value = Number(text);
  return Number.isNaN(value) ? null : value;
}

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  for (let match = LABEL.exec(text); match; match = LABEL.exec(text)) {
    labels[match[1] ?? ""] = (match[2] ?? "").replace(/\\(["\\n])/g, (_, c: string) => (c === "n" ? "\n" : c));
  }
  return labels;
}

/** Sum of a metric over its label sets (several engines or ranks); null when it is absent. Any of the names will do, the first present wins. */
export function sumOf(samples: readonly PrometheusSample[], ...names: string[]): number | null {
  for (const name of names) {
    const found = samples.filter((sample) => sample.metric === name && Number.isFinite(sample.value));
    if (found.length > 0) return found.reduce((sum, sample) => sum + sample.value, 0);
  }
  return null;
}
