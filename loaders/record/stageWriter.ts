import {promisify} from "node:util";
import {gzip} from "node:zlib";
import {deriveRequest} from "../../src/metrics/wire/deriveRequest.js";
import type {RequestRecord} from "../../src/schema/request.js";
import type {StageRecord} from "../../src/schema/stage.js";
import type {WireFrame} from "../../src/schema/wire.js";
import type {AppendFile} from "./appendFile.js";
import type {Redactor} from "./redact.js";

const pack = promisify(gzip);

/** Where a stage's files come from: the campaign's writer. */
export interface StageFiles {
  create(path: string): Promise<AppendFile>;
  writeJson(path: string, value: unknown): Promise<void>;
  writeBytes(path: string, bytes: Uint8Array): Promise<void>;
  redactor: Redactor;
}

/**
 * A request as it may be recorded: its frames without secrets, and a record that says what those frames say. Where a
 * known secret came in pieces, no frame holds it and the answer does: then the body is withheld, and the end says so.
 */
export function redactedRequest(
  record: RequestRecord,
  frames: readonly WireFrame[] | null,
  redactor: Redactor
): {record: RequestRecord; frames: WireFrame[] | null} {
  if (!frames)
    return {record: {...record, error: record.error === null ? null : redactor.text(record.error)}, frames: null};
  const again = (kept: WireFrame[]) => ({
    frames: kept,
    record: {...record, ...deriveRequest(kept, {cacheReporting: record.cached_basis === "absent-is-zero"})}
  });
  const clean = frames.map(redactor.frame);
  const changed = clean.some(([, , now], i) => {
    const was = frames[i]?.[2];
    return typeof now === "string" ? now !== was : typeof now === "object" && "end" in now && now !== was;
  });
  const one = changed ? again(clean) : {frames: clean, record};
  const {content, reasoning, tool_calls, error} = one.record;
  if (!redactor.holdsKnown(JSON.stringify([content, reasoning, tool_calls, error]))) return one;
  const kept = clean.filter(([, , part]) => typeof part === "object" && !("b64" in part) && !("end" in part));
  const [id, t] = clean.at(-1) ?? [record.request_id, 0];
  return again([
    ...kept,
    [id, t, {end: "aborted", error: "the body is withheld: a secret of this run came in it in pieces"}]
  ]);
}

/** The files of one stage; each is made when it gets its first record. */
export class StageWriter {
  #requests: Promise<AppendFile> | null = null;
  #wire: Promise<AppendFile> | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(
    readonly profile: string,
    readonly stage: string,
    private readonly files: StageFiles
  ) {}

  /** `<profile>/<stage>#<index>` */
  requestId(index: number): string {
    return `${this.profile}/${this.stage}#${index}`;
  }

  /**
   * Records one request as it ends: its frames as one gzip member, then its line, both on the disk when this resolves.
   * Known secrets are taken out of both. In this order a line never stands without the frames behind it.
   */
  appendRequest(record: RequestRecord, frames: readonly WireFrame[] | null = null): Promise<void> {
    const mine = this.#last.then(async () => {
      const clean = redactedRequest(record, frames, this.files.redactor);
      const line = `${JSON.stringify(clean.record)}\n`;
      if (clean.frames !== null) {
        const lines = clean.frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
        this.#wire ??= this.files.create(`${this.profile}/${this.stage}.wire.jsonl.gz`);
        await (await this.#wire).append(await pack(lines));
      }
      this.#requests ??= this.files.create(`${this.profile}/${this.stage}.requests.jsonl`);
      await (await this.#requests).append(Buffer.from(line));
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Keeps the container's log, redacted line by line and packed. */
  async writeLog(text: string): Promise<void> {
    const clean = this.files.redactor.log(text);
    await this.files.writeBytes(`${this.profile}/${this.stage}.log.gz`, await pack(clean));
  }

  /** Ends the stage with its record. The file's presence says that the stage is over. */
  async finish(record: StageRecord): Promise<void> {
    await this.close();
    await this.files.writeJson(`${this.profile}/${this.stage}.json`, record);
  }

  /** Closes the files without a stage record: the stage was interrupted. */
  async close(): Promise<void> {
    await this.#last;
    const open = [this.#requests, this.#wire];
    this.#requests = this.#wire = null;
    for (const file of open) await (await file)?.close();
  }
}
