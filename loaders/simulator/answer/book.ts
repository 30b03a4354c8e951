/** The answer book: answers that a capable model would give to known questions, by the hash of question and images. */
import {createHash} from "node:crypto";
import {readFileSync} from "node:fs";
import {z} from "zod";
import type {AnswerRule} from "./planAnswer.js";

const Entry = z.strictObject({
  /** `bookKey` of the question. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  topic: z.enum(["coding", "image", "ocr"]),
  /** For a person who looks for the entry. */
  about: z.string(),
  answer: z.string()
});
export type BookEntry = z.infer<typeof Entry>;

/** Code is easier to draft than prose. */
const codeAcceptance = 0.75;

/** sha256 of the question's text and the hashes of its images, a line each. */
export function bookKey(text: string, imageHashes: readonly string[] = []): string {
  return createHash("sha256")
    .update([text, ...imageHashes].join("\n"))
    .digest("hex");
}

/** All entries of the book's files. Throws when a file is not of the form. */
export function readBook(): BookEntry[] {
  return ["coding", "images"].flatMap((name) =>
    z.array(Entry).parse(JSON.parse(readFileSync(new URL(`../answers/${name}.json`, import.meta.url), "utf8")))
  );
}

/** A rule that answers what the book knows. */
export function bookRule(entries: readonly BookEntry[]): AnswerRule {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  return ({user, prompt}) => {
    const images = prompt.images.map(({sha256}) => sha256);
    const entry = byKey.get(bookKey(user, images));
    if (!entry) return null;
    const {answer, topic} = entry;
    return {
      rule: "book",
      topic,
      content: answer,
      toolCalls: [],
      ...(topic === "coding" ? {acceptance: codeAcceptance} : {})
    };
  };
}
