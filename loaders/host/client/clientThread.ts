import {Worker} from "node:worker_threads";
import type {RawExchange, RawRequest} from "./types.js";

export interface ThreadClientSetting {
  origin: string;
  apiKey: string | null;
  connections: number;
  connectTimeoutMs: number;
}

/** What the thread is told. `client` tells the servers apart, `id` the answers. */
export type ToThread =
  | {do: "open"; client: number; setting: ThreadClientSetting}
  | {do: "send"; client: number; id: number; request: RawRequest; spare: ArrayBuffer[]}
  | {do: "stop"; id: number}
  | {do: "close"; client: number; id: number};

/** What the thread answers; null after a close. */
export interface FromThread {
  id: number;
  raw: RawExchange | null;
}

interface Waiting {
  resolve(raw: RawExchange | null): void;
  reject(error: Error): void;
}

interface Thread {
  tell(message: ToThread): void;
  /** Tells it, and resolves to its answer to this id. */
  ask(message: Extract<ToThread, {id: number}>): Promise<RawExchange | null>;
}

/** Bodies' buffers that were read and go back with the next request: memory that was written once need not be asked of the system again. */
const spare: ArrayBuffer[] = [];
const MOST_SPARE = 16;
const LARGEST_SPARE = 1024 * 1024;

let thread: Thread | null = null;
let last = 0;

/**
 * A client on the one thread of this process that reads sockets. Deriving, packing, writing and everything else that is done with
 * an answer happens elsewhere, so that it cannot delay the stamp of another answer that is still streaming.
 * Rejects only when the thread itself has died.
 */
export function openOnThread(setting: ThreadClientSetting) {
  thread ??= startThread();
  const {tell, ask} = thread;
  const client = (last += 1);
  tell({do: "open", client, setting});
  return {
    async send(request: RawRequest, signal?: AbortSignal): Promise<RawExchange> {
      const id = (last += 1);
      const stop = () => tell({do: "stop", id});
      const answer = ask({do: "send", client, id, request, spare: spare.splice(0)});
      if (signal?.aborted) stop();
      signal?.addEventListener("abort", stop, {once: true});
      try {
        const raw = await answer;
        if (raw === null) throw new Error("the client's thread closed in the middle of a request");
        return raw;
      } finally {
        signal?.removeEventListener("abort", stop);
      }
    },
    /** The buffer of an answer that nobody reads any more. */
    giveBack({buffer}: Uint8Array): void {
      if (spare.length < MOST_SPARE && buffer.byteLength <= LARGEST_SPARE) spare.push(buffer as ArrayBuffer);
    },
    async close(): Promise<void> {
      await ask({do: "close", client, id: (last += 1)});
    }
  };
}

function startThread(): Thread {
  const worker = new Worker(new URL("./startThread.mjs", import.meta.url), {
    execArgv: []
  });
  const waiting = new Map<number, Waiting>();
  worker.unref();
  worker.on("message", ({id, raw}: FromThread) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    one?.resolve(raw);
  });
  const over = (error: Error) => {
    thread = null;
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  };
  worker.on("error", over);
  worker.on("exit", () => over(new Error("the client's thread ended")));
  const tell = (message: ToThread) => worker.postMessage(message, message.do === "send" ? message.spare : []);
  return {
    tell,
    ask(message) {
      worker.ref();
      return new Promise((resolve, reject) => {
        waiting.set(message.id, {resolve, reject});
        tell(message);
      });
    }
  };
}
