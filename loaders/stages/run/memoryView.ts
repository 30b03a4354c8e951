/** Free memory of the cards, MiB by card, as the sampler saw it. */
export interface MemoryView {
  /** The server has just started and is idle from here on. */
  markIdle(): void;
  /** The first workload begins. */
  endIdle(): void;
  /** The lowest while idle, before the profile's workload. */
  idle(): Map<string, number>;
  /** The lowest since it was idle. */
  lowest(): Map<string, number>;
  /** Waits, and gives the lowest seen while waiting. */
  watch(seconds: number): Promise<Map<string, number>>;
}
