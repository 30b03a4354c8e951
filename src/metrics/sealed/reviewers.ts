import {createPublicKey, type KeyObject} from "node:crypto";
import {parse} from "smol-toml";
import {z} from "zod";
import {Problem} from "../../schema/problem.js";

/** `configs/reviewers.toml`: one table a reviewer, `[reviewers.NAME]`, with an ed25519 public key (PEM, or base64 SPKI). */
export const ReviewersFile = z.strictObject({
  schema: z.literal("assay.reviewers/v1"),
  reviewers: z
    .record(
      z.string(),
      z.strictObject({
        public_key: z.string(),
        /** RFC 3339 times between which the key counts; absent: always. */
        from: z.string().optional(),
        until: z.string().optional()
      })
    )
    .default({})
});
export type ReviewersFile = z.infer<typeof ReviewersFile>;

/** Reads an ed25519 public key from PEM or base64 SPKI; null when it is none. */
export function publicKeyOf(text: string): KeyObject | null {
  try {
    const key = text.includes("-----BEGIN")
      ? createPublicKey(text)
      : createPublicKey({key: Buffer.from(text.replace(/\s+/g, ""), "base64"), format: "der", type: "spki"});
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

/** Reads the text of `configs/reviewers.toml`. Throws a Problem that names every fault at once. */
export function parseReviewers(text: string, where: string): ReviewersFile["reviewers"] {
  const fail = (why: string, cause?: unknown) =>
    new Problem("bad-reviewers", "The reviewers' keys cannot be read", {
      where,
      why,
      next: "give each reviewer a table [reviewers.NAME] with public_key; amend --new-key NAME prints one",
      cause
    });
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw fail(error instanceof Error ? (error.message.split("\n")[0] ?? "") : "no TOML", error);
  }
  const parsed = ReviewersFile.safeParse(value);
  const faults = parsed.success
    ? Object.entries(parsed.data.reviewers)
        .filter(([, {public_key}]) => publicKeyOf(public_key) === null)
        .map(([name]) => `reviewers.${name}.public_key: not an ed25519 public key`)
    : parsed.error.issues.map((issue) => `${issue.path.join(".") || "(top)"}: ${issue.message}`);
  if (faults.length > 0) throw fail(faults.join("; "));
  return parsed.data?.reviewers ?? {};
}
