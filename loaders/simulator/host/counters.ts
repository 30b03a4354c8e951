/** What the simulated server counts since its boot. */
import {emptyHistogram, type Histogram, observe} from "./histogram.js";

export class Counters {
  promptTokens = 0;
  generationTokens = 0;
  cachedTokens = 0;
  requests = 0;
  aborted = 0;
  genThroughput = 0;
  readonly ttft: Histogram = emptyHistogram([
    0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 20, 40, 60, 80, 100, 200, 400
  ]);
  readonly e2e: Histogram = emptyHistogram([0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 20, 40, 60, 80, 100, 200, 400]);
  readonly queue: Histogram = emptyHistogram([0.001, 0.01, 0.1, 0.5, 1, 5, 10, 30, 60]);

  prefilled(promptTokens: number, cachedTokens: number, queueMs: number): void {
    this.promptTokens += promptTokens;
    this.cachedTokens += cachedTokens;
    this.requests++;
    observe(this.queue, queueMs / 1000);
  }
}
