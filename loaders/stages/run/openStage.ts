import {deriveRequest, inFlightMean, isShort} from "../../../src/metrics/index.js";
import type {RequestRecord} from "../../../src/schema/request.js";
import {chatBody, toolNames, type ExchangeResult} from "../../host/client/index.js";
import type {StageWriter} from "../../record/index.js";
import {sharedReadShare} from "./sharedReadShare.js";
import {exchangeLimits} from "./exchangeLimits.js";
import {HostOver} from "./hostOver.js";
import type {RequestPlan} from "./requestPlan.js";
import type {StageContext} from "./stageContext.js";
import {StageStopped} from "./stageStopped.js";

interface Flight {
  sent_ms: number;
  ended_ms: number | null;
}

/** So many requests in a row without an answer, and the stage ends. */
const SILENT_LIMIT = 3;

/** Told after each request: for progress. */
export type OnRequest = (record: RequestRecord) => void;

/**
 * A stage while it runs: sends its requests and records each as it ends. A request that an earlier, killed run of the same
 * stage has finished is not sent again; its record is given back.
 */
export class OpenStage {
  readonly records: RequestRecord[] = [];
  readonly #startNs = process.hrtime.bigint();
  readonly #flights = new Set<Flight>();
  readonly #used = new Set<number>();
  #silent = 0;

  constructor(
    readonly context: StageContext,
    private readonly writer: StageWriter,
    private readonly earlier: ReadonlyMap<number, RequestRecord>,
    private readonly onRequest: OnRequest
  ) {}

  get stage(): string {
    return this.writer.stage;
  }

  /** The next index from `base` on that no request of this stage has, in this run or an earlier one. */
  spareIndex(base: number): number {
    let index = base;
    while (this.earlier.has(index) || this.#used.has(index)) index += 1;
    this.#used.add(index);
    return index;
  }

  /** Sends one request and records it; never throws for what the server does. */
  async send(plan: RequestPlan): Promise<RequestRecord> {
    const done = this.earlier.get(plan.index);
    if (done) return done;
    this.context.signal.throwIfAborted();
    this.#throwIfOver();
    this.#used.add(plan.index);
    const {client, limits, signal} = this.context;
    const flight: Flight = {sent_ms: this.#ms(process.hrtime.bigint()), ended_ms: null};
    this.#flights.add(flight);
    const body = plan.raw ? plan.raw.body : chatBody({...plan.chat, dialect: this.context.dialect});
    const result = await client.send({
      requestId: this.writer.requestId(plan.index),
      method: "POST",
      path: plan.raw?.path ?? "/v1/chat/completions",
      body,
      limits: exchangeLimits(
        limits,
        plan.chat.maxTokens,
        plan.expectedPromptTokens ?? plan.nominalPromptTokens ?? null
      ),
      thinking: plan.chat.thinking ?? "default",
      maxTokens: plan.chat.maxTokens,
      tools: toolNames(plan.chat),
      signal
    });
    // Ended by us in the middle: it is no measurement, and a run that goes on sends it again.
    if (signal.aborted && result.end === "aborted") signal.throwIfAborted();
    this.#throwIfOver();
    flight.sent_ms = this.#ms(result.sentNs);
    flight.ended_ms = this.#ms(result.endedNs);
    const record = this.#record(plan, result, flight);
    this.#forget(flight.sent_ms);
    record.client = {...result.condition, shared_read_share: sharedReadShare(result.frames)};
    await this.writer.appendRequest(record, result.frames);
    this.records.push(record);
    this.onRequest(record);
    await this.#stopIfLost(record, result);
    return record;
  }

  #throwIfOver(): void {
    const over = this.context.over();
    if (over) throw new HostOver(over);
  }

  /** A server that is gone, or silent several times in a row, is not asked the rest of the plan. */
  async #stopIfLost(record: RequestRecord, result: ExchangeResult): Promise<void> {
    if (record.status === "ok" || result.end === "end") {
      this.#silent = 0;
      return;
    }
    this.context.signal.throwIfAborted();
    const lost = await this.context.lost();
    if (lost) throw new StageStopped(lost);
    this.#silent += 1;
    if (this.#silent >= SILENT_LIMIT)
      throw new StageStopped({
        code: "server.silent",
        message: `${SILENT_LIMIT} requests in a row were not answered to their end; the last: ${record.error ?? record.status}`
      });
  }

  #record(plan: RequestPlan, result: ExchangeResult, flight: Flight): RequestRecord {
    const {boot} = this.context;
    const derived = deriveRequest(result.frames, {cacheReporting: boot.cacheReporting});
    const span = {sent_ms: flight.sent_ms, ended_ms: flight.ended_ms ?? flight.sent_ms};
    const all = [...this.#flights].map((one) => ({sent_ms: one.sent_ms, ended_ms: one.ended_ms ?? span.ended_ms}));
    const maxTokens = plan.chat.maxTokens;
    return {
      schema: "assay.request/v1",
      request_id: this.writer.requestId(plan.index),
      profile: this.writer.profile,
      stage: this.writer.stage,
      index: plan.index,
      phase: plan.phase,
      boot_id: boot.bootId,
      ...derived,
      nominal_prompt_tokens: plan.nominalPromptTokens ?? null,
      concurrency: plan.concurrency ?? 1,
      max_tokens: maxTokens,
      cache_declared: plan.cacheDeclared ?? null,
      sent_at: result.sentAt,
      sent_ms: span.sent_ms,
      connect_ms: result.connectMs,
      reused: result.reused,
      in_flight_mean: inFlightMean(span, all),
      prompt_id: plan.promptId ?? null,
      prompt_sha256: plan.promptSha256 ?? null,
      thinking: plan.chat.thinking ?? "default",
      offered_tools: toolNames(plan.chat),
      purpose: plan.purpose,
      ignore_eos: false,
      template_tokens: boot.templateTokens,
      short: plan.fills ? isShort({...derived, max_tokens: maxTokens}) : null,
      client: null
    };
  }

  #ms(ns: bigint): number {
    return Number(ns - this.#startNs) / 1e6;
  }

  /** Flights that ended before every open one began cannot overlap with anything any more. */
  #forget(before: number): void {
    const open = [...this.#flights].filter((one) => one.ended_ms === null).map((one) => one.sent_ms);
    const oldest = Math.min(before, ...open);
    for (const one of this.#flights) if (one.ended_ms !== null && one.ended_ms < oldest) this.#flights.delete(one);
  }
}
