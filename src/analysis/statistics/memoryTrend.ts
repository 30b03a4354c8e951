import {median} from "./median.js";

export interface MemoryTrend {
  /** MiB that the last third has less than the middle third (medians): positive is a loss. */
  lost_mib: number;
  per_day_mib: number;
  /** More than 64 MiB lost, and a day of it would break the reserve. */
  leaking: boolean;
}

/**
 * Trend of free memory over a run: last third against middle third (the first fills caches). A leak only when more than
 * 64 MiB went, and the same rate for a day leaves less than `reserveMib`. Null with fewer than 9 samples or no time span.
 */
export function memoryTrend(
  samples: readonly {t_ms: number; free_mib: number}[],
  reserveMib: number
): MemoryTrend | null {
  const sorted = [...samples].sort((a, b) => a.t_ms - b.t_ms);
  const third = Math.floor(sorted.length / 3);
  if (third < 3) return null;
  const middle = sorted.slice(third, 2 * third);
  const last = sorted.slice(sorted.length - third);
  const free = (part: typeof sorted) => median(part.map((s) => s.free_mib));
  const hours = (median(last.map((s) => s.t_ms)) - median(middle.map((s) => s.t_ms))) / 3_600_000;
  if (!(hours > 0)) return null;
  const lost_mib = free(middle) - free(last);
  const per_day_mib = (lost_mib / hours) * 24;
  return {lost_mib, per_day_mib, leaking: lost_mib > 64 && free(last) - per_day_mib < reserveMib};
}
