import {z} from "zod";
import {Instant, Sha256} from "./common.js";

/** One line of `journal.jsonl`. `prev` is the sha256 of the line before (its bytes without the newline); 64 zeros on the first. */
export const JournalLine = z.object({
  schema: z.literal("assay.journal/v1"),
  seq: z.number().int().nonnegative(),
  prev: Sha256,
  at: Instant,
  event: z.string(),
  detail: z.record(z.string(), z.unknown())
});
export type JournalLine = z.infer<typeof JournalLine>;

/** `manifest.json`; a later seal is `manifest.0002.json` and names the root before. RFC 8785 bytes. */
export const Manifest = z.object({
  schema: z.literal("assay.manifest/v1"),
  campaign_id: z.string(),
  sealed_at: Instant,
  previous_root: Sha256.nullable(),
  files: z.array(
    z.object({
      path: z.string(),
      sha256: Sha256,
      size: z.number().int().nonnegative(),
      /** Of every .jsonl: lines, and the sha256 of the last line (the head of its chain). */
      lines: z.number().int().nonnegative().optional(),
      head: Sha256.optional()
    })
  ),
  /** sha256 of the RFC 8785 form of `files`. */
  root: Sha256
});
export type Manifest = z.infer<typeof Manifest>;

/** One line of `amendments.jsonl`: a DSSE envelope over an amendment, chained like the journal. */
export const AmendmentLine = z.object({
  schema: z.literal("assay.amendment/v1"),
  seq: z.number().int().nonnegative(),
  prev: Sha256,
  payload_type: z.literal("application/vnd.assay.amendment+json"),
  /** base64 of the canonical JSON of an Amendment. */
  payload: z.string(),
  signatures: z.array(z.object({keyid: z.string(), sig: z.string()}))
});
export type AmendmentLine = z.infer<typeof AmendmentLine>;

export const Amendment = z.object({
  kind: z.enum(["review", "waiver", "authorisation"]),
  campaign_id: z.string(),
  root: Sha256,
  decision_sha256: Sha256,
  at: Instant,
  by: z.string(),
  profile: z.string().nullable(),
  gate: z.string().nullable(),
  reason: z.string()
});
export type Amendment = z.infer<typeof Amendment>;
