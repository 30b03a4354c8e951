/** The client's thread: it opens sockets, stamps what they give, and does nothing else that could delay a stamp. */
import {parentPort} from "node:worker_threads";
import {Pool} from "undici";
import {keepSpare} from "./bodyStore.js";
import {clientHealth} from "./clientHealth.js";
import type {FromThread, ToThread} from "./clientThread.js";
import {exchange, type ExchangeSetting} from "./exchange.js";
import {goFirst} from "./goFirst.js";
import {stampingConnector} from "./socketStamps.js";

const port = parentPort;
if (port === null) throw new Error("the client's thread was started as a program");
goFirst();
const health = clientHealth();
const open = new Map<number, ExchangeSetting>();
const running = new Map<number, AbortController>();

const tell = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

port.on("message", async (message: ToThread) => {
  switch (message.do) {
    case "open": {
      const {origin, connections, connectTimeoutMs, apiKey} = message.setting;
      const pool = new Pool(origin, {
        connections,
        pipelining: 1,
        headersTimeout: 0,
        bodyTimeout: 0,
        keepAliveTimeout: 4000,
        maxHeaderSize: 32 * 1024,
        connect: stampingConnector(connectTimeoutMs)
      });
      open.set(message.client, {pool, apiKey, health});
      return;
    }
    case "send": {
      const setting = open.get(message.client);
      if (!setting) throw new Error("a request after its client was closed");
      keepSpare(message.spare);
      const stop = new AbortController();
      running.set(message.id, stop);
      const raw = await exchange(message.request, setting, stop.signal);
      running.delete(message.id);
      tell(
        {id: message.id, raw},
        [raw.body, raw.readNs, raw.readEnds].map(({buffer}) => buffer as ArrayBuffer)
      );
      return;
    }
    case "stop":
      running.get(message.id)?.abort();
      return;
    case "close": {
      const setting = open.get(message.client);
      open.delete(message.client);
      await setting?.pool.destroy();
      tell({id: message.id, raw: null});
    }
  }
});
