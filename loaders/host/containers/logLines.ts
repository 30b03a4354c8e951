/** Splits the engine's log stream into lines. With a TTY it is plain text; without, frames of 8 bytes head (stream, length) and a body. */
export class LogLines {
  #pending: Buffer = Buffer.alloc(0);
  #partial: string[] = ["", "", ""];
  readonly #onLine: (line: string) => void;
  readonly #tty: boolean;

  constructor(onLine: (line: string) => void, tty: boolean) {
    this.#onLine = onLine;
    this.#tty = tty;
  }

  push(chunk: Buffer): void {
    if (this.#tty) return this.#text(1, chunk.toString("utf8"));
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (this.#pending.length >= 8) {
      const length = this.#pending.readUInt32BE(4);
      if (this.#pending.length < 8 + length) return;
      this.#text(this.#pending[0] === 2 ? 2 : 1, this.#pending.subarray(8, 8 + length).toString("utf8"));
      this.#pending = this.#pending.subarray(8 + length);
    }
  }

  /** The last line of each stream, when it had no newline. */
  end(): void {
    for (const rest of this.#partial) if (rest !== "") this.#onLine(rest);
    this.#partial = ["", "", ""];
  }

  #text(stream: 1 | 2, text: string): void {
    const lines = ((this.#partial[stream] ?? "") + text).split("\n");
    // A flood without a newline must not fill the memory: it is cut into lines of its own.
    const rest = lines.pop() ?? "";
    for (const line of lines) this.#onLine(line.replace(/\r$/, ""));
    if (rest.length > 65_536) {
      this.#onLine(rest);
      this.#partial[stream] = "";
    } else this.#partial[stream] = rest;
  }
}
