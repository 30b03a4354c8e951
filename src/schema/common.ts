import {z} from "zod";

/** Lower-case hex SHA-256 of some bytes. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "a lower-case hex sha256");

/** RFC 3339 instant in UTC, as written by `Date#toISOString`, or with any fraction. */
export const Instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/, "an RFC 3339 time");

/** A campaign's id: `YYYY-MM-DD-slug`. It names a folder, so nothing else is allowed in it. */
export const CampaignId = z.string().regex(/^\d{4}-\d{2}-\d{2}-[a-z0-9][a-z0-9._-]*$/, "YYYY-MM-DD-slug");

/** A profile's name. It names a folder below the campaign. */
export const ProfileName = z.string().regex(/^[a-z0-9][a-z0-9._-]*$/i, "letters, digits, dot, underscore and hyphen");

/** A stage's name: `<NN>-<slug>`. */
export const StageName = z.string().regex(/^\d{2,3}-[a-z0-9][a-z0-9._-]*$/, "NN-slug");

export const Verdict = z.enum(["pass", "fail", "inconclusive", "not-run"]);
export type Verdict = z.infer<typeof Verdict>;

/** A finite number, or null where nobody measured it. */
export const Measured = z.number().nullable();
