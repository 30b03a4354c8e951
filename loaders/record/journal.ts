import {CHAIN_START, chainLines} from "../../src/metrics/sealed/chainLines.js";
import {sha256} from "../../src/metrics/sealed/sha256.js";
import {JournalLine} from "../../src/schema/journal.js";
import {createAppendFile, reopenAppendFile, type AppendFile} from "./appendFile.js";
import type {RecordEffects} from "./effects.js";
import {linesOf} from "./linesOf.js";

/** The campaign's append-only diary. Each line has its number and the sha256 of the line before. */
export class Journal {
  #seq: number;
  #prev: string;
  #last: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: AppendFile,
    private readonly effects: RecordEffects,
    state: {seq: number; prev: string}
  ) {
    this.#seq = state.seq;
    this.#prev = state.prev;
  }

  static async create(path: string, effects: RecordEffects): Promise<Journal> {
    return new Journal(await createAppendFile(path), effects, {seq: 0, prev: CHAIN_START});
  }

  /** Goes on with a journal that is there. A last line without newline is cut off and named in the line that follows. */
  static async reopen(path: string, effects: RecordEffects): Promise<{journal: Journal; dropped: string | null}> {
    const state = await readJournal(path);
    const journal = new Journal(await reopenAppendFile(path, state.size), effects, {
      seq: state.lines.length,
      prev: state.head
    });
    return {journal, dropped: state.dropped};
  }

  /** Writes one line; it is on the disk when this resolves. Resolves to the line. */
  write(event: string, detail: Record<string, unknown> = {}): Promise<JournalLine> {
    const mine = this.#last.then(async () => {
      const line: JournalLine = {
        schema: "assay.journal/v1",
        seq: this.#seq,
        prev: this.#prev,
        at: this.effects.now().toISOString(),
        event,
        detail
      };
      const text = JSON.stringify(line);
      await this.file.append(Buffer.from(`${text}\n`));
      this.#seq += 1;
      this.#prev = sha256(text);
      return line;
    });
    this.#last = mine.then(
      () => undefined,
      () => undefined
    );
    return mine;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.file.close();
  }
}

export interface JournalReading {
  lines: JournalLine[];
  /** sha256 of the last whole line; 64 zeros when there is none. */
  head: string;
  /** Bytes up to and with the last newline. */
  size: number;
  /** Text of a last line without newline. */
  dropped: string | null;
  /** Where the chain breaks, as sentences. */
  problems: string[];
}

/** Reads a journal and checks its chain. */
export async function readJournal(path: string): Promise<JournalReading> {
  const reading: JournalReading = {lines: [], head: CHAIN_START, size: 0, dropped: null, problems: []};
  const chained: {text: string; seq: number; prev: string}[] = [];
  for await (const {bytes, ended} of linesOf(path)) {
    const text = bytes.toString("utf8");
    if (!ended) {
      reading.dropped = text;
      break;
    }
    reading.size += bytes.length + 1;
    let value: unknown = null;
    try {
      value = JSON.parse(text);
    } catch {
      // Told below, with its number.
    }
    const line = JournalLine.safeParse(value);
    if (line.success) reading.lines.push(line.data);
    else reading.problems.push(`line ${chained.length + 1} is not a journal line`);
    chained.push({text, seq: line.data?.seq ?? -1, prev: line.data?.prev ?? ""});
  }
  const {head, problems} = chainLines(chained);
  reading.problems.push(...problems);
  return {...reading, head};
}
