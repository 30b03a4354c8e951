import {createHash} from "node:crypto";
import {calibrate} from "./calibrate.js";
import {promptId, promptText} from "./promptText.js";

/** A prompt ready to be sent. `tokens`: the server's own count of the whole prompt, template included; null when unknown. */
export interface CalibratedPrompt {
  promptId: string;
  sha256: string;
  text: string;
  nominal: number;
  tokens: number | null;
}

/** Counts the tokens of a whole prompt as the server would see it; null when it cannot say. */
export type TokenCount = (text: string, label: string) => Promise<number | null>;

/** How many words make a token before anything is measured. */
const WORDS_PER_TOKEN = 0.72;
const TOLERANCE = 0.02;

/**
 * The prompts of a campaign. A prompt that one arm has calibrated is given to every later arm as it is, as long as that arm's
 * server counts it within 2 % of nominal: so both arms of a comparison answer the same bytes.
 */
export class PromptBook {
  readonly #words = new Map<string, number>();
  #ratio = WORDS_PER_TOKEN;

  constructor(
    private readonly campaignId: string,
    private readonly seed: number
  ) {}

  /** Words by label, to be kept in the journal. */
  all(): Record<string, number> {
    return Object.fromEntries(this.#words);
  }

  /** Takes calibrations of an earlier run of the same campaign. */
  restore(words: Record<string, number>): void {
    for (const [label, count] of Object.entries(words)) this.#words.set(label, count);
  }

  /** A prompt of `nominal` tokens by the name of `label`. Without any count it is made at the last known ratio, tokens null. */
  async prompt(label: string, nominal: number, count: TokenCount): Promise<CalibratedPrompt> {
    const known = this.#words.get(label);
    if (known !== undefined) {
      const text = this.#text(label, known);
      const tokens = await count(text, label);
      if (tokens === null || Math.abs(tokens - nominal) <= nominal * TOLERANCE)
        return this.#made(label, known, nominal, tokens);
    }
    const found = await calibrate(nominal, nominal * this.#ratio, (words) => count(this.#text(label, words), label));
    const words = found?.words ?? Math.max(1, Math.round(nominal * this.#ratio));
    if (found) this.#ratio = found.words / found.tokens;
    this.#words.set(label, words);
    return this.#made(label, words, nominal, found?.tokens ?? null);
  }

  #text(label: string, words: number): string {
    return promptText({campaignId: this.campaignId, seed: this.seed, label, words});
  }

  #made(label: string, words: number, nominal: number, tokens: number | null): CalibratedPrompt {
    const text = this.#text(label, words);
    return {
      promptId: promptId({campaignId: this.campaignId, seed: this.seed, label, words}),
      sha256: createHash("sha256").update(text).digest("hex"),
      text,
      nominal,
      tokens
    };
  }
}
