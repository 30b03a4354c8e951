import {createReadStream} from "node:fs";
import {mkdir, readdir, rename, rm, stat} from "node:fs/promises";
import {dirname, join, resolve} from "node:path";
import {CampaignId} from "../../src/schema/common.js";
import type {JournalLine, Manifest} from "../../src/schema/journal.js";
import {Problem} from "../../src/schema/problem.js";
import {createAppendFile, type AppendFile} from "./appendFile.js";
import {recordEffects, type RecordEffects} from "./effects.js";
import {ioCode, ioProblem, onFile} from "./ioProblem.js";
import {makeFolder} from "./makeFolder.js";
import {Journal} from "./journal.js";
import {lockCampaign} from "./lock.js";
import {makeRedactor, type Redactor} from "./redact.js";
import {inside} from "./safePath.js";
import {nextManifest, writeManifest} from "./sealCampaign.js";
import {StageWriter} from "./stageWriter.js";
import {syncFolder, writeOnce} from "./writeOnce.js";

/** A file of one JSON value a line. */
export interface LineFile {
  append(value: unknown): Promise<void>;
  appendText(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Writes one campaign's evidence. One process at a time; files are made, never overwritten; `seal` ends it. */
export class EvidenceWriter {
  readonly #open = new Set<{close(): Promise<void>}>();

  constructor(
    readonly campaignId: string,
    readonly folder: string,
    private readonly journal: Journal,
    private readonly unlock: () => Promise<void>,
    readonly redactor: Redactor,
    private readonly effects: RecordEffects
  ) {}

  /** Adds one line to the journal. */
  log(event: string, detail: Record<string, unknown> = {}): Promise<JournalLine> {
    return this.journal.write(event, this.redactor.value(detail) as Record<string, unknown>);
  }

  /** Writes a JSON file at once or not at all, without secrets. Throws the Problem `file-exists` rather than overwrite. */
  async writeJson(path: string, value: unknown): Promise<void> {
    const clean = this.redactor.record(value);
    return writeOnce(inside(this.folder, path), `${JSON.stringify(clean, null, 2)}\n`, this.effects);
  }

  /** Writes a file of exactly these bytes. */
  async writeBytes(path: string, bytes: Uint8Array): Promise<void> {
    return writeOnce(inside(this.folder, path), bytes, this.effects);
  }

  /** Takes a foreign file in, byte for byte, in pieces. */
  async copyIn(path: string, source: string): Promise<void> {
    const file = await createAppendFile(inside(this.folder, path), {sync: false});
    try {
      const pieces = createReadStream(source)[Symbol.asyncIterator]();
      for (let next = await onFile(source, "read", () => pieces.next()); !next.done;) {
        await file.append(next.value as Buffer);
        next = await onFile(source, "read", () => pieces.next());
      }
    } finally {
      await file.close();
    }
  }

  /** Opens a new file of JSON lines. `sync`: each line is on the disk before its append resolves (default true). */
  async lines(path: string, options: {sync?: boolean} = {}): Promise<LineFile> {
    const file = await createAppendFile(inside(this.folder, path), options);
    const opened: LineFile = {
      appendText: (text) => file.append(Buffer.from(text)),
      append: (value: unknown) => file.append(Buffer.from(`${JSON.stringify(this.redactor.record(value))}\n`)),
      close: () => {
        this.#open.delete(opened);
        return file.close();
      }
    };
    this.#open.add(opened);
    return opened;
  }

  /** Writes a whole file of JSON lines. */
  async writeLines(path: string, values: Iterable<unknown>): Promise<void> {
    const file = await this.lines(path, {sync: false});
    try {
      let batch: string[] = [];
      for (const value of values) {
        batch.push(`${JSON.stringify(this.redactor.record(value))}\n`);
        if (batch.length < 1000) continue;
        await file.appendText(batch.join(""));
        batch = [];
      }
      if (batch.length > 0) await file.appendText(batch.join(""));
    } finally {
      await file.close();
    }
  }

  /** The next free stage name of a profile: `<NN>-<slug>`, NN one above all that its folder holds. */
  async nextStage(profile: string, slug: string): Promise<string> {
    const folder = inside(this.folder, profile);
    const names = await readdir(folder).catch((error: unknown) => {
      if (ioCode(error) === "ENOENT") return [];
      throw ioProblem(error, folder, "listed");
    });
    const highest = Math.max(-1, ...names.map((name) => Number(/^(\d{2,3})-/.exec(name)?.[1] ?? -1)));
    return `${String(highest + 1).padStart(2, "0")}-${slug}`;
  }

  /** The files of one stage. */
  stage(profile: string, stage: string): StageWriter {
    const writer = new StageWriter(profile, stage, {
      create: (path): Promise<AppendFile> => createAppendFile(inside(this.folder, path)),
      writeJson: (path, value) => this.writeJson(path, value),
      writeBytes: (path, bytes) => this.writeBytes(path, bytes),
      redactor: this.redactor
    });
    this.#open.add(writer);
    return writer;
  }

  /** Closes all files and gives the campaign free, unsealed: it can be opened again. */
  async close(): Promise<void> {
    for (const file of [...this.#open]) await file.close();
    this.#open.clear();
    await this.journal.close();
    await this.unlock();
  }

  /** Ends the record: the journal's last line, the manifest over every file, SHA256SUMS. Resolves to the manifest. */
  async seal(detail: Record<string, unknown> = {}): Promise<Manifest> {
    for (const file of [...this.#open]) await file.close();
    this.#open.clear();
    // The journal names the manifest that follows, so that a manifest taken away is missed.
    const name = await nextManifest(this.folder);
    const {at} = await this.log("sealed", {...detail, manifest: name});
    await this.journal.close();
    const manifest = await writeManifest(this.folder, this.campaignId, at, this.effects);
    await this.unlock();
    return manifest;
  }
}

/** Makes a campaign's folder below `evidence`. A taken id gets `-2`, `-3`, ... `secrets`: values to keep out of the record. */
export async function createCampaign(
  options: {evidence: string; id: string; secrets?: Iterable<string>},
  effects: RecordEffects = recordEffects
): Promise<EvidenceWriter> {
  const id = CampaignId.safeParse(options.id);
  if (!id.success)
    throw new Problem("bad-campaign-id", "This is not a campaign id", {
      where: options.id,
      next: "name it YYYY-MM-DD-slug, in lower-case letters, digits, dots and hyphens"
    });
  const evidence = resolve(options.evidence);
  await onFile(evidence, "written", () => makeFolder(evidence));
  for (let copy = 1; ; copy += 1) {
    const campaignId = copy === 1 ? id.data : `${id.data}-${copy}`;
    const folder = join(evidence, campaignId);
    if (!(await makeCampaign(folder, campaignId, effects))) continue;
    const unlock = await lockCampaign(folder, effects);
    try {
      await onFile(evidence, "written", () => syncFolder(evidence));
      const {journal} = await Journal.reopen(join(folder, JOURNAL), effects);
      return new EvidenceWriter(campaignId, folder, journal, unlock, makeRedactor(options.secrets ?? []), effects);
    } catch (error) {
      await unlock();
      throw error;
    }
  }
}

const JOURNAL = "journal.jsonl";
const TAKEN = new Set(["EEXIST", "ENOTEMPTY", "ENOTDIR"]);

/** Makes a campaign's folder with its journal's first line in one step, so that a kill leaves a campaign or none. False: the name is taken. */
async function makeCampaign(folder: string, campaignId: string, effects: RecordEffects): Promise<boolean> {
  if ((await stat(folder).catch(() => null)) !== null) return false;
  const beside = join(dirname(folder), `.${campaignId}.${effects.token()}.tmp`);
  try {
    await mkdir(beside);
    const journal = await Journal.create(join(beside, JOURNAL), effects);
    try {
      await journal.write("created", {campaign_id: campaignId});
    } finally {
      await journal.close();
    }
    await rename(beside, folder);
    return true;
  } catch (error) {
    await rm(beside, {recursive: true, force: true}).catch(() => undefined);
    if (TAKEN.has(ioCode(error) ?? "")) return false;
    throw ioProblem(error, folder, "written");
  }
}
