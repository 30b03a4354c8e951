/** A container's log: lines with their time and stream, for readers of the past and of what comes. */
export interface LogLine {
  at: Date;
  stream: 1 | 2;
  text: string;
}

export class ContainerLog {
  readonly #lines: LogLine[] = [];
  readonly #readers = new Set<(line: LogLine) => void>();

  add(text: string, stream: 1 | 2 = 2): void {
    const line: LogLine = {at: new Date(), stream, text};
    this.#lines.push(line);
    for (const reader of this.#readers) reader(line);
  }

  /** Lines since a time; of them the last `tail`. */
  read(since: Date | null, tail: number | null): LogLine[] {
    const found = since ? this.#lines.filter((line) => line.at >= since) : [...this.#lines];
    return tail === null ? found : found.slice(Math.max(0, found.length - tail));
  }

  follow(reader: (line: LogLine) => void): () => void {
    this.#readers.add(reader);
    return () => void this.#readers.delete(reader);
  }
}

/** A line as the engine sends it: plain with a terminal, else behind eight bytes of stream and length. */
export function frame(line: LogLine, tty: boolean, timestamps: boolean): Buffer {
  const body = Buffer.from(`${timestamps ? `${line.at.toISOString()} ` : ""}${line.text}\n`);
  if (tty) return body;
  const head = Buffer.alloc(8);
  head[0] = line.stream;
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
}
