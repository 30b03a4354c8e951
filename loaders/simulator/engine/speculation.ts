/** Speculative decoding: how many drafted tokens a step accepts, the depth that adapts to it, and the counters. */
import type {Random} from "../random.js";

export class Speculation {
  depth: number;
  verifySteps = 0;
  acceptedTokens = 0;
  proposedTokens = 0;
  /** Counters that a flush leaves alone. */
  lifetimeVerifySteps = 0;
  lifetimeAcceptedTokens = 0;
  #recent = 0;
  #forced = false;
  readonly #maximum: number;

  constructor(
    readonly configuredDepth: number,
    readonly adaptive: boolean
  ) {
    this.depth = configuredDepth;
    this.#maximum = configuredDepth + 1;
    this.#recent = configuredDepth * 0.5;
  }

  /** Tokens of one step: the verified one and the drafted ones up to the first rejection. */
  draw(acceptance: number, random: Random): number {
    if (this.depth === 0) return 1;
    let accepted = 0;
    while (accepted < this.depth && random() < acceptance) accepted++;
    this.verifySteps++;
    this.lifetimeVerifySteps++;
    this.lifetimeAcceptedTokens += accepted;
    this.acceptedTokens += accepted;
    this.proposedTokens += this.depth;
    if (this.adaptive && !this.#forced) this.#adapt(accepted);
    return 1 + accepted;
  }

  /** Fixes the depth from now on. */
  force(depth: number): void {
    this.depth = depth;
    this.#forced = true;
  }

  /** Mean tokens per verify step; null before the first. */
  get acceptLength(): number | null {
    return this.verifySteps ? 1 + this.acceptedTokens / this.verifySteps : null;
  }

  get acceptRate(): number | null {
    return this.proposedTokens ? this.acceptedTokens / this.proposedTokens : null;
  }

  /** What `/flush_cache` does to the counters. */
  reset(): void {
    this.verifySteps = 0;
    this.acceptedTokens = 0;
    this.proposedTokens = 0;
  }

  /** Deeper when nearly all drafts are accepted, shallower when few are; a slow average keeps it from flapping. */
  #adapt(accepted: number): void {
    this.#recent += (accepted - this.#recent) * 0.01;
    if (this.#recent > this.depth * 0.85 && this.depth < this.#maximum) this.depth++;
    else if (this.#recent < this.depth * 0.2 && this.depth > 1) this.depth--;
  }
}
