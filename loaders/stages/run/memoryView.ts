/** Free memory of the cards, MiB by card, as the sampler saw it. */
export interface MemoryView {
  /** Before the profile's workload. */
  idle(): Map<string, number>;
  /** The lowest through the profile so far. */
  lowest(): Map<string, number>;
  /** Waits, and gives the lowest seen while waiting. */
  watch(seconds: number): Promise<Map<string, number>>;
}
