import type {Dispatcher, Pool} from "undici";
import {betweenReads} from "./betweenReads.js";
import {bodyStore} from "./bodyStore.js";
import type {clientHealth} from "./clientHealth.js";
import {failureSentence} from "./failureSentence.js";
import {limitWatch} from "./limitWatch.js";
import {withSentTime} from "./sentTimes.js";
import type {SocketFacts} from "./socketStamps.js";
import type {RawExchange, RawRequest} from "./types.js";
import {keptHeaders} from "./wireFrames.js";

export interface ExchangeSetting {
  pool: Pool;
  apiKey: string | null;
  health: ReturnType<typeof clientHealth>;
}

/**
 * One HTTP attempt. Bytes are stamped as the socket gives them and kept; nothing is parsed.
 * Always resolves: a failure is told by `end` and `error`, and the reads are what came until then.
 */
export function exchange(request: RawRequest, setting: ExchangeSetting, signal: AbortSignal): Promise<RawExchange> {
  const store = bodyStore();
  let zeroNs = process.hrtime.bigint();
  let sentAt = new Date().toISOString();
  let socket: SocketFacts | undefined;
  let connectMs: number | null = null;
  let reused: boolean | null = null;
  let head: RawExchange["head"] = null;
  let closeSpan = setting.health.start();
  let controller: Dispatcher.DispatchController | null = null;
  let settled = false;

  return new Promise((resolve) => {
    const settle = (end: RawExchange["end"], error: string | null) => {
      if (settled) return;
      settled = true;
      watch.stop();
      signal.removeEventListener("abort", stop);
      const endedNs = process.hrtime.bigint();
      const span = closeSpan();
      betweenReads(() =>
        resolve({sentAt, sentNs: zeroNs, endedNs, connectMs, reused, head, end, error, ...store.reads(), span})
      );
    };
    const cut = (end: "timeout" | "aborted", sentence: string) => {
      const waitsForSocket = controller === null;
      settle(end, sentence);
      if (!waitsForSocket) controller?.abort(new Error(sentence));
    };
    const watch = limitWatch(request.limits, cut);
    const stop = () => cut("aborted", "ended by this client");
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, {once: true});

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
    if (request.text !== null) headers["content-type"] = "application/json";
    if (setting.apiKey) headers.authorization = `Bearer ${setting.apiKey}`;
    const {path, method, text: body} = request;
    withSentTime(onSent, () => setting.pool.dispatch({path, method, headers, body, blocking: false}, handler));
  });
}
