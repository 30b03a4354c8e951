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

/** A record that says what its redacted frames say: derived again where redaction changed the body. */
function redactedRecord(
  record: RequestRecord,
  frames: readonly WireFrame[] | null,
  clean: WireFrame[] | undefined,
  redactor: Redactor
): RequestRecord {
  if (!frames || !clean) return {...record, error: record.error === null ? null : redactor.text(record.error)};
  const changed = clean.some(([, , now], i) => {
    const was = frames[i]?.[2];
    return typeof now === "string" ? now !== was : typeof now === "object" && "end" in now && now !== was;
  });
  if (!changed) return record;
  return {...record, ...deriveRequest(clean, {cacheReporting: record.cached_basis === "absent-is-zero"})};
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
    const {redactor} = this.files;
    const clean = frames?.map(redactor.frame);
    const lines = clean?.map((frame) => `${JSON.stringify(frame)}\n`).join("");
    const line = `${JSON.stringify(redactedRecord(record, frames, clean, redactor))}\n`;
    const mine = this.#last.then(async () => {
      if (lines !== undefined) {
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
