import {readdir, readFile} from "node:fs/promises";
import {basename, dirname, join} from "node:path";
import {z} from "zod";
import type {FindingContext} from "../../src/metrics/findings/requestFindings.js";
import type {DeriveContext} from "../../src/metrics/wire/deriveRequest.js";
import {linesOf} from "../record/linesOf.js";

export type RecordContext = DeriveContext & FindingContext;

const State = z.object({cache_reporting: z.boolean().nullable()}).nullable();
const Stage = z.object({boot_id: z.string().nullable(), server_before: State, server_after: State});
const Line = z.object({
  request_id: z.string(),
  boot_id: z.string().nullable(),
  cached_basis: z.string().nullable(),
  cache_declared: z.enum(["cold", "warm"]).nullable(),
  template_tokens: z.number().nullable()
});
const Reported = z.object({event: z.literal("cache.reported"), detail: z.object({boot_id: z.string()})});

/** The JSON value of a text; undefined where it is none. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

async function* readAs<T>(path: string, shape: z.ZodType<T>): AsyncGenerator<T> {
  try {
    for await (const {bytes} of linesOf(path)) {
      const line = shape.safeParse(parsed(bytes.toString("utf8")));
      if (line.success) yield line.data;
    }
  } catch {
    // A file that is not there, or is damaged, says nothing more: the wire is derived without it.
  }
}

/**
 * What lies beside a wire file in an evidence folder and bears on its requests, by id: whether their boot reports cached
 * tokens (its server says so, or any response of the boot carried them), the cache state that was declared, and the
 * template's tokens. Null for a request, or a file, of which nothing is recorded.
 */
export async function wireContext(path: string): Promise<(id: string) => RecordContext | null> {
  const stage = /^(.+)\.wire\.jsonl(\.gz)?$/.exec(basename(path))?.[1];
  if (stage === undefined) return () => null;
  const folder = dirname(path);
  const own = `${stage}.requests.jsonl`;
  const lines = new Map<string, z.infer<typeof Line>>();
  const reporting = new Set<string | null>();
  for await (const line of readAs(join(folder, own), Line)) {
    lines.set(line.request_id, line);
    if (line.cached_basis === "usage") reporting.add(line.boot_id);
  }
  if (lines.size === 0) return () => null;
  const files = await readdir(folder);
  for (const file of files.filter((f) => /^\d{2,3}-[^/]+\.json$/.test(f))) {
    const {data} = Stage.safeParse(parsed(await readFile(join(folder, file), "utf8")));
    if (data?.server_before?.cache_reporting || data?.server_after?.cache_reporting) reporting.add(data.boot_id);
  }
  for await (const {detail} of readAs(join(folder, "..", "journal.jsonl"), Reported)) reporting.add(detail.boot_id);
  const unknown = new Set([...lines.values()].map((l) => l.boot_id).filter((boot) => !reporting.has(boot)));
  if (unknown.size > 0)
    for (const file of files.filter((f) => f.endsWith(".requests.jsonl") && f !== own))
      for await (const line of readAs(join(folder, file), Line))
        if (line.cached_basis === "usage") reporting.add(line.boot_id);
  return (id) => {
    const line = lines.get(id);
    if (!line) return null;
    return {
      cacheReporting: reporting.has(line.boot_id) ? true : null,
      cacheDeclared: line.cache_declared,
      templateTokens: line.template_tokens
    };
  };
}
