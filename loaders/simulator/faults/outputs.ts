/** Outputs that spoil what passes. */
import type {Output} from "../host/output.js";

/** Changes or drops what is written: a filter returns the text to pass on, or null for none. */
export class FilteredOutput implements Output {
  constructor(
    readonly inner: Output,
    readonly filter: (text: string, isOutput: boolean, inner: Output) => string | null,
    /** The end is swallowed too: the stream stays open. */
    readonly neverEnds = false
  ) {}

  head(status: number, headers: Record<string, string>): void {
    this.inner.head(status, headers);
  }

  write(text: string, isOutput: boolean): void {
    const changed = this.filter(text, isOutput, this.inner);
    if (changed !== null) this.inner.write(changed, isOutput);
  }

  end(text?: string): void {
    if (!this.neverEnds) this.inner.end(text);
  }

  cut(): void {
    this.inner.cut();
  }
}

/** Passes one event at a time, each `ms` after the last. */
export class DelayedOutput implements Output {
  readonly #queue: (() => void)[] = [];
  #running = false;

  constructor(
    readonly inner: Output,
    readonly ms: number
  ) {}

  head(status: number, headers: Record<string, string>): void {
    this.inner.head(status, headers);
  }

  write(text: string, isOutput: boolean): void {
    this.#add(() => this.inner.write(text, isOutput));
  }

  end(text?: string): void {
    this.#add(() => this.inner.end(text));
  }

  cut(): void {
    this.inner.cut();
  }

  #add(task: () => void): void {
    this.#queue.push(task);
    if (!this.#running) this.#next();
  }

  #next(): void {
    const task = this.#queue.shift();
    this.#running = task !== undefined;
    if (!task) return;
    task();
    setTimeout(() => this.#next(), this.ms);
  }
}

/** Holds events back and passes them on in bunches, in one write. */
export class HeldOutput implements Output {
  #held: string[] = [];
  #outputs = 0;

  constructor(
    readonly inner: Output,
    readonly bunch: number
  ) {}

  head(status: number, headers: Record<string, string>): void {
    this.inner.head(status, headers);
  }

  write(text: string, isOutput: boolean): void {
    this.#held.push(text);
    if (isOutput) this.#outputs++;
    if (this.#outputs >= this.bunch) this.#release();
  }

  end(text?: string): void {
    this.#release();
    this.inner.end(text);
  }

  cut(): void {
    this.inner.cut();
  }

  #release(): void {
    if (this.#held.length) this.inner.write(this.#held.join(""), this.#outputs > 0);
    this.#held = [];
    this.#outputs = 0;
  }
}
