import type {Dispatcher, Pool} from "undici";
import type {WireFrame} from "../../../src/schema/wire.js";
import {bodyStore} from "./bodyStore.js";
import type {clientHealth} from "./clientHealth.js";
import {failureSentence} from "./failureSentence.js";
import {limitWatch} from "./limitWatch.js";
import {withSentTime} from "./sentTimes.js";
import type {SocketFacts} from "./socketStamps.js";
import type {ExchangeResult, OutgoingRequest} from "./types.js";
import {bodyFrames, keptHeaders, sinceNs} from "./wireFrames.js";

export interface ExchangeSetting {
  pool: Pool;
  prefix: string;
  apiKey: string | null;
  health: ReturnType<typeof clientHealth>;
}

/**
 * One HTTP attempt. Bytes are stamped as the socket gives them and kept; nothing is parsed before the end.
 * Always resolves: a failure is told by `end` and `error`, and the frames hold what came until then.
 */
export function exchange(request: OutgoingRequest, setting: ExchangeSetting): Promise<ExchangeResult> {
  const text = request.body === null ? null : JSON.stringify(request.body);
  const store = bodyStore();
  let zeroNs = process.hrtime.bigint();
  let sentAt = new Date().toISOString();
  let socket: SocketFacts | undefined;
  let connectMs: number | null = null;
  let reused: boolean | null = null;
  let head: {ns: bigint; status: number; headers: Record<string, string>} | null = null;
  let closeSpan = setting.health.start();
  let controller: Dispatcher.DispatchController | null = null;
  let settled = false;

  return new Promise((resolve) => {
    const settle = (end: ExchangeResult["end"], error: string | null) => {
      if (settled) return;
      settled = true;
      watch.stop();
      request.signal?.removeEventListener("abort", stop);
      const endedNs = process.hrtime.bigint();
      const id = request.requestId;
      const secrets = setting.apiKey ? [setting.apiKey] : [];
      const frames: WireFrame[] = [[id, 0, {request: asked(request, setting.prefix), sent_at: sentAt}]];
      if (head) frames.push([id, sinceNs(zeroNs, head.ns), {status: head.status, headers: head.headers}]);
      for (const frame of bodyFrames(id, zeroNs, store.reads(), secrets)) frames.push(frame);
      frames.push([id, sinceNs(zeroNs, endedNs), error === null ? {end} : {end, error}]);
      const result: ExchangeResult = {
        frames,
        sentAt,
        sentNs: zeroNs,
        endedNs,
        connectMs,
        reused,
        status: head?.status ?? null,
        headers: head?.headers ?? {},
        end,
        error,
        body: store.body(),
        condition: closeSpan()
      };
      // undici frees the connection in the next turn of the loop: a request that is sent before would open another.
      setImmediate(() => setImmediate(() => resolve(result)));
    };
    const cut = (end: "timeout" | "aborted", sentence: string) => {
      const waitsForSocket = controller === null;
      settle(end, sentence);
      if (!waitsForSocket) controller?.abort(new Error(sentence));
    };
    const watch = limitWatch(request.limits, cut);
    const stop = () => cut("aborted", "ended by this client");
    if (request.signal?.aborted) return stop();
    request.signal?.addEventListener("abort", stop, {once: true});

    const onSent = (ns: bigint, facts: SocketFacts | undefined) => {
      zeroNs = ns;
      sentAt = new Date().toISOString();
      closeSpan = setting.health.start();
      socket = facts;
      reused = facts ? facts.requests > 0 : null;
      connectMs = facts && facts.requests === 0 ? facts.connectMs : null;
      if (facts) facts.requests += 1;
      watch.sent(ns);
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (settled) started.abort(new Error("ended by this client"));
      },
      onResponseStart(_, status, headers) {
        if (status >= 200)
          head = {ns: socket?.readNs ?? process.hrtime.bigint(), status, headers: keptHeaders(headers)};
      },
      onResponseData(_, bytes) {
        if (settled) return;
        const ns = socket?.readNs ?? process.hrtime.bigint();
        watch.read(bytes, ns, store.keep(ns, bytes));
      },
      onResponseEnd: () => settle("end", null),
      onResponseError: (_, error) => settle("reset", failureSentence(error))
    };
    const headers: Record<string, string> = {accept: "text/event-stream, application/json"};
    if (text !== null) headers["content-type"] = "application/json";
    if (setting.apiKey) headers.authorization = `Bearer ${setting.apiKey}`;
    const path = setting.prefix + request.path;
    withSentTime(onSent, () =>
      setting.pool.dispatch({path, method: request.method, headers, body: text, blocking: false}, handler)
    );
  });
}

/** What was asked, as the first frame keeps it. */
function asked(request: OutgoingRequest, prefix: string) {
  return {
    method: request.method,
    path: prefix + request.path,
    body: request.body,
    ...(request.thinking === undefined ? {} : {thinking: request.thinking}),
    ...(request.maxTokens === undefined ? {} : {max_tokens: request.maxTokens}),
    ...(request.tools === undefined ? {} : {tools: request.tools})
  };
}
