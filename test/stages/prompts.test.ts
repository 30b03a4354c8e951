import {createHash} from "node:crypto";
import {describe, expect, it} from "vitest";
import {calibrate} from "../../loaders/stages/prompts/calibrate.js";
import {PromptBook} from "../../loaders/stages/prompts/promptBook.js";
import {promptId, promptOfId, promptText} from "../../loaders/stages/prompts/promptText.js";

const spec = {campaignId: "2026-01-01-x", seed: 7, label: "4k-c1-r0", words: 400};
/** A tokeniser of a test: pieces of at most four letters. */
const count = (text: string) => Promise.resolve((text.match(/[a-z]{1,4}|[^a-z]/gi) ?? []).length + 9);

describe("prompts", () => {
  it("are the same bytes for the same campaign, seed, label and words", () => {
    expect(promptText(spec)).toBe(promptText({...spec}));
    expect(createHash("sha256").update(promptText(spec)).digest("hex")).toMatchInlineSnapshot(
      `"4752558d7799b9d0cef0622f5eb565d8756f009c9db8ca0b910dc00f46815e01"`
    );
  });

  it("put a salt first that no other prompt has, so that no prefix is shared", () => {
    const heads = new Set(
      ["r0", "r1", "r2", "w0"].flatMap((label) => [1, 2].map((seed) => promptText({...spec, seed, label}).slice(0, 8)))
    );
    expect(heads.size).toBe(8);
  });

  it("hold prose and code, not random tokens", () => {
    const text = promptText(spec);
    expect(text).toMatch(/function \w+\(/);
    expect(text).toMatch(/[A-Z][a-z]+ [a-z ]+ before the evening bell\./);
  });

  it("can be made again from the id in the record", () => {
    expect(promptOfId(spec.campaignId, promptId(spec))).toBe(promptText(spec));
    expect(promptOfId(spec.campaignId, "smoke/0123456789ab")).toBeNull();
  });

  it("measure within 2 % of nominal by the server's own count", async () => {
    const book = new PromptBook("2026-01-01-x", 7);
    for (const nominal of [512, 4096, 32_768]) {
      for (const label of ["r0", "r1"]) {
        const prompt = await book.prompt(`${nominal}-${label}`, nominal, count);
        expect(Math.abs((await count(prompt.text)) - nominal) / nominal).toBeLessThan(0.02);
      }
    }
  });

  it("are the same in both arms as long as the second arm's server counts them within 2 %", async () => {
    const book = new PromptBook("2026-01-01-x", 7);
    const first = await book.prompt("r0", 4096, count);
    const second = await book.prompt("r0", 4096, async (text) => Math.round((await count(text)) * 1.01));
    const other = await book.prompt("r0", 4096, async (text) => Math.round((await count(text)) * 1.3));
    expect(second.sha256).toBe(first.sha256);
    expect(other.sha256).not.toBe(first.sha256);
  });

  it("are the same after a resume from the journal", async () => {
    const book = new PromptBook("2026-01-01-x", 7);
    const before = await book.prompt("r0", 4096, count);
    const resumed = new PromptBook("2026-01-01-x", 7);
    resumed.restore(book.all());
    expect((await resumed.prompt("r0", 4096, count)).sha256).toBe(before.sha256);
  });

  it("say so when nobody can count them", async () => {
    const prompt = await new PromptBook("2026-01-01-x", 7).prompt("r0", 4096, () => Promise.resolve(null));
    expect(prompt.tokens).toBeNull();
    expect(prompt.text.length).toBeGreaterThan(1000);
  });
});

describe("calibrate", () => {
  it("takes the nearest of what it measured, and few measurements", async () => {
    let asked = 0;
    const found = await calibrate(10_000, 3000, (words) => {
      asked += 1;
      return Promise.resolve(Math.round(words * 1.37 + 250));
    });
    expect(Math.abs((found?.tokens ?? 0) - 10_000)).toBeLessThan(40);
    expect(asked).toBeLessThan(5);
  });
});
