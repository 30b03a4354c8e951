import type {Socket} from "node:net";
import {buildConnector} from "undici";

/** What is known of one connection. `readNs`: when its newest bytes were taken from the socket. */
export interface SocketFacts {
  connectMs: number;
  requests: number;
  readNs: bigint;
  reads: number;
}

const facts = new WeakMap<object, SocketFacts>();

/** Facts of a socket that `stampingConnector` opened. */
export function socketFacts(socket: object): SocketFacts | undefined {
  return facts.get(socket);
}

/**
 * A connector for undici that times the opening of a connection and stamps each read of its socket before anything parses it.
 * Bodies that arrive in one read carry one stamp, so a reader can tell what came together.
 */
export function stampingConnector(connectTimeoutMs: number): buildConnector.connector {
  const connect = buildConnector({timeout: connectTimeoutMs, allowH2: false});
  return (options, callback) => {
    const from = process.hrtime.bigint();
    connect(options, (...outcome) => {
      const [, socket] = outcome;
      if (socket) stamp(socket, Number(process.hrtime.bigint() - from) / 1e6);
      callback(...outcome);
    });
  };
}

function stamp(socket: Socket, connectMs: number): void {
  const known: SocketFacts = {connectMs, requests: 0, readNs: 0n, reads: 0};
  facts.set(socket, known);
  socket.setNoDelay(true);
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    const chunk: unknown = size === undefined ? read() : read(size);
    if (chunk !== null) {
      known.readNs = process.hrtime.bigint();
      known.reads += 1;
    }
    return chunk;
  };
}
