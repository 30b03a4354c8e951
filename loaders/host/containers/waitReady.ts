import {request} from "undici";
import {z} from "zod";
import type {ContainerState} from "./containers.js";
import {HostFailure} from "./hostFailure.js";

export interface WaitReadyOptions {
  /** Below the base URL; 200 means healthy. */
  healthPath: string;
  /** Model to ask for one token; null takes the first that /v1/models names. */
  servedModel: string | null;
  apiKey: string | null;
  /** Seconds; counted anew whenever the log advances. */
  limitS: number;
  /** Seconds in which a healthy server must generate one token, counted from the first healthy answer. */
  tokenS?: number;
  signal?: AbortSignal;
  /** The container's state now: one that has exited ends the wait. Absent where there is no container. */
  state?: () => Promise<ContainerState | null>;
  /** The log's last lines: an advance extends the limit, and they go into a failure. */
  logTail?: () => Promise<string[]>;
  /** Told about every change, for the person who waits. */
  onPhase?: (phase: "starting" | "healthy" | "ready") => void;
}

/** What it took. `token` is what was generated (text of any channel, or a count when the text is empty). */
export interface Readiness {
  healthy_ms: number;
  ready_ms: number;
  served_model: string;
  completion_tokens: number;
}

export interface WaitReadyEffects {
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  fetch: typeof request;
}
const realEffects: WaitReadyEffects = {
  nowMs: () => performance.now(),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  fetch: request
};

const Models = z.object({data: z.array(z.object({id: z.string()})).min(1)});
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({content: z.string().nullish(), reasoning_content: z.string().nullish()}).loose()
      })
    )
    .min(1),
  usage: z.object({completion_tokens: z.number().int()}).nullish()
});

/**
 * Waits until the server at `baseUrl` answers its health path *and* has generated one token.
 * Fails with exited-at-once or out-of-memory (the container ended), never-healthy (the limit passed without an advance
 * of the log), healthy-but-silent (healthy, but no token), or interrupted.
 */
export async function waitReady(
  baseUrl: string,
  options: WaitReadyOptions,
  effects: WaitReadyEffects = realEffects
): Promise<Readiness> {
  const root = baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
  const start = effects.nowMs();
  const tokenMs = (options.tokenS ?? Math.min(300, options.limitS)) * 1000;
  let deadline = start + options.limitS * 1000;
  let healthyAt: number | null = null;
  let lastTail = "";
  let lastAnswer = "no answer";
  let pause = 100;
  options.onPhase?.("starting");
  for (;;) {
    if (options.signal?.aborted) throw new HostFailure("interrupted", "Waiting for the server was interrupted");
    await throwIfExited(options);
    const health = await ask(root + options.healthPath, options, effects, 10_000);
    if (health.status === 200) {
      if (healthyAt === null) {
        healthyAt = effects.nowMs();
        options.onPhase?.("healthy");
      }
      const left = Math.max(1000, healthyAt + tokenMs - effects.nowMs());
      const made = await generateToken(root, options, effects, left);
      if (typeof made === "object") {
        options.onPhase?.("ready");
        return {healthy_ms: healthyAt - start, ready_ms: effects.nowMs() - start, ...made};
      }
      lastAnswer = made;
      if (effects.nowMs() - healthyAt >= tokenMs) {
        await throwIfExited(options);
        throw await failed(
          "healthy-but-silent",
          `The server is healthy but generated nothing in ${tokenMs / 1000} s`,
          lastAnswer,
          options
        );
      }
    } else lastAnswer = `${options.healthPath}: ${health.status === null ? health.text : `HTTP ${health.status}`}`;
    const tail = ((await options.logTail?.().catch(() => [])) ?? []).join("\n");
    if (tail !== lastTail) {
      lastTail = tail;
      deadline = effects.nowMs() + options.limitS * 1000;
    }
    if (healthyAt === null && effects.nowMs() > deadline)
      throw await failed(
        "never-healthy",
        `The server did not become healthy in ${options.limitS} s`,
        lastAnswer,
        options
      );
    await effects.sleep(pause);
    pause = Math.min(2000, pause * 1.5);
  }
}

async function failed(
  code: "never-healthy" | "healthy-but-silent" | "exited-at-once" | "out-of-memory",
  what: string,
  why: string,
  options: WaitReadyOptions
): Promise<HostFailure> {
  const logTail = (await options.logTail?.().catch(() => [])) ?? [];
  return new HostFailure(code, what, {why, logTail, next: "Read the log's last lines, kept with this stage."});
}

async function throwIfExited(options: WaitReadyOptions): Promise<void> {
  const state = await options.state?.();
  if (state === undefined || state?.running) return;
  if (state === null) throw await failed("exited-at-once", "The container is gone", "someone removed it", options);
  const why = `exit code ${state.exit_code ?? "unknown"}${state.error ? `, ${state.error}` : ""}`;
  if (state.oom_killed || state.exit_code === 137)
    throw await failed("out-of-memory", `The container ${state.identity.name} was killed for memory`, why, options);
  throw await failed("exited-at-once", `The container ${state.identity.name} exited before it was ready`, why, options);
}

interface Answer {
  status: number | null;
  text: string;
}

async function ask(
  url: string,
  options: WaitReadyOptions,
  effects: WaitReadyEffects,
  limitMs: number,
  body?: unknown
): Promise<Answer> {
  const limit = AbortSignal.timeout(Math.ceil(limitMs));
  try {
    const response = await effects.fetch(url, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(body === undefined ? {} : {"content-type": "application/json"}),
        ...(options.apiKey === null ? {} : {authorization: `Bearer ${options.apiKey}`})
      },
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
      signal: options.signal ? AbortSignal.any([limit, options.signal]) : limit,
      headersTimeout: 0,
      bodyTimeout: 0
    });
    return {status: response.statusCode, text: await limitedText(response.body)};
  } catch (error) {
    return {status: null, text: error instanceof Error ? error.message : String(error)};
  }
}

/** At most 1 MiB: a server that floods is not waited for. */
async function limitedText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size > 1 << 20) break;
  }
  return Buffer.concat(parts).toString("utf8");
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** One short answer without streaming; resolves to why not when nothing was generated. */
async function generateToken(
  baseUrl: string,
  options: WaitReadyOptions,
  effects: WaitReadyEffects,
  limitMs: number
): Promise<string | {served_model: string; completion_tokens: number}> {
  let model = options.servedModel;
  if (model === null) {
    const models = await ask(`${baseUrl}/v1/models`, options, effects, limitMs);
    const read = Models.safeParse(json(models.text));
    model = read.data?.data[0]?.id ?? null;
    if (model === null) return `/v1/models: ${models.status ?? models.text}`;
  }
  const answer = await ask(`${baseUrl}/v1/chat/completions`, options, effects, limitMs, {
    model,
    messages: [{role: "user", content: "Say hello."}],
    max_tokens: 8,
    temperature: 0,
    stream: false
  });
  if (answer.status !== 200) return `/v1/chat/completions: ${answer.status ?? answer.text}`;
  const read = Completion.safeParse(json(answer.text));
  if (!read.success) return "/v1/chat/completions: an answer of another shape";
  const message = read.data.choices[0]?.message;
  const tokens = read.data.usage?.completion_tokens ?? 0;
  const text = `${message?.content ?? ""}${message?.reasoning_content ?? ""}`;
  if (text === "" && tokens < 1) return "/v1/chat/completions: an empty answer";
  return {served_model: model, completion_tokens: tokens};
}
