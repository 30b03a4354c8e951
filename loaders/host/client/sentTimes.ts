import {subscribe} from "node:diagnostics_channel";
import {socketFacts, type SocketFacts} from "./socketStamps.js";

/** Told when the first byte of a request is about to be written on an open socket: that is t=0. */
export type OnSent = (sentNs: bigint, socket: SocketFacts | undefined) => void;

let creating: OnSent | null = null;
const waiting = new WeakMap<object, OnSent>();
let subscribed = false;

/**
 * Runs `dispatch`, which must create exactly one undici request at once, and calls `onSent` at its t=0.
 * undici tells both moments on its diagnostics channels; connecting and queueing come before and are not counted.
 */
export function withSentTime(onSent: OnSent, dispatch: () => void): void {
  if (!subscribed) {
    subscribed = true;
    subscribe("undici:request:create", (message) => {
      const request = (message as {request: object}).request;
      if (creating) waiting.set(request, creating);
    });
    subscribe("undici:client:sendHeaders", (message) => {
      const now = process.hrtime.bigint();
      const {request, socket} = message as {request: object; socket: object};
      waiting.get(request)?.(now, socketFacts(socket));
      waiting.delete(request);
    });
  }
  creating = onSent;
  try {
    dispatch();
  } finally {
    creating = null;
  }
}
