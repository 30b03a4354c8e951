/** The policy an imported campaign is judged by: the bytes of the project's default. */
import {readFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";
import {parse} from "smol-toml";
import {Policy} from "../../src/schema/policy.js";

const PATH = fileURLToPath(new URL("../../configs/policies/default.toml", import.meta.url));
/** All defaults of the schema: what the file says when it says nothing. */
const FALLBACK = 'schema = "assay.policy/v1"\nname = "default"\n';

/** Bytes and meaning of the default policy. Throws a ZodError when the file is not a policy. */
export async function defaultPolicy(): Promise<{bytes: Uint8Array; policy: Policy}> {
  const bytes = await readFile(PATH).catch(() => Buffer.from(FALLBACK));
  return {bytes, policy: Policy.parse(parse(bytes.toString("utf8")))};
}
