import type {RequestRecord} from "../../../src/schema/request.js";
import {percentile, requestMetrics} from "../../../src/metrics/index.js";
import type {Step} from "./stagesOf.js";

/** What the start of a server weighs, in the same seconds. */
export const LAUNCH_WEIGHT = 120;

/** What one step weighs beside the others: expected seconds at common rates. Only ratios matter. */
export function weightOf({definition}: Step): number {
  const {settings, planned, kind} = definition;
  if (kind === "launch") return LAUNCH_WEIGHT;
  if (kind === "reserve") return 10;
  const prompt = settings.nominal_prompt_tokens ?? (kind === "preflight" ? 3000 : 200);
  const output = Math.min(settings.max_tokens ?? 200, kind === "quality" ? 400 : 2048);
  return 1 + planned * (prompt / 3000 + output / 60);
}

/** Tells a person what runs, how far it is, the latest figure, the time left, and how long the incumbent has been down. */
export class Progress {
  #done = 0;
  #doneSeconds = 0;
  #step: Step | null = null;
  #stepFrom = 0;
  #count = 0;
  #failed = 0;
  #rates: number[] = [];
  #lastLine = 0;

  constructor(
    private readonly total: number,
    private readonly talk: (line: string, transient: boolean) => void,
    private readonly downSince: () => Date | null,
    private readonly now: () => Date,
    private readonly interactive: boolean
  ) {}

  begin(step: Step, place: string): void {
    this.#step = step;
    this.#stepFrom = performance.now();
    this.#count = this.#failed = 0;
    this.#rates = [];
    this.#lastLine = performance.now();
    this.talk(`${place}  started${this.#tail()}`, false);
  }

  request(place: string, record: RequestRecord): void {
    if (record.phase !== "measured") return;
    this.#count += 1;
    if (record.status !== "ok") this.#failed += 1;
    const rate = requestMetrics(record).decode_tok_s;
    if (rate !== null) this.#rates.push(rate);
    const due = this.interactive ? 200 : 30_000;
    if (performance.now() - this.#lastLine < due) return;
    this.#lastLine = performance.now();
    this.talk(`${place}  ${this.#figure()}${this.#tail()}`, this.interactive);
  }

  /** A step is over, or was already; `seconds` null when it was done by an earlier run. */
  end(step: Step, place: string, outcome: string | null): void {
    const ran = this.#step === step;
    this.#done += weightOf(step);
    if (ran) this.#doneSeconds += (performance.now() - this.#stepFrom) / 1000;
    this.#step = null;
    if (!ran) this.talk(`${place}  done by an earlier run`, false);
    else
      this.talk(`${place}  ${outcome ?? "done"}${this.#count > 0 ? `  ${this.#figure()}` : ""}${this.#tail()}`, false);
  }

  #figure(): string {
    const planned = this.#step?.definition.planned;
    const parts = [`${this.#count}${planned ? ` of ${planned}` : ""} requests`];
    const p50 = percentile(this.#rates, 50);
    if (p50 !== null) parts.push(`decode p50 ${p50.toFixed(1)} tok/s`);
    if (this.#failed > 0) parts.push(`${this.#failed} failed`);
    return parts.join(", ");
  }

  #tail(): string {
    const left = this.#secondsLeft();
    const since = this.downSince();
    const down = since === null ? null : (this.now().getTime() - since.getTime()) / 1000;
    return `${left === null ? "" : `; about ${spanText(left)} left`}${down === null ? "" : `; incumbent down for ${spanText(down)}`}`;
  }

  #secondsLeft(): number | null {
    const part =
      this.#step && this.#step.definition.planned > 0
        ? (this.#count / this.#step.definition.planned) * weightOf(this.#step)
        : 0;
    const weight = this.#done + part;
    const seconds = this.#doneSeconds + (this.#step ? (performance.now() - this.#stepFrom) / 1000 : 0);
    if (weight <= 0 || this.#doneSeconds === 0) return null;
    return (Math.max(0, this.total - weight) * seconds) / weight;
  }
}

/** Seconds as `12 s`, `4 min` or `2.5 h`. */
export function spanText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
