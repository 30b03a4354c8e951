/** A server that streams events of 216 bytes as fast as the socket takes them, one HTTP chunk an event. Prints its address. */
import {createServer, type Socket} from "node:net";
import type {AddressInfo} from "node:net";
import {EVENT_BYTES} from "./plan.js";

const PER_WRITE = 256;

/** SGLang's form, padded so that every event has the same size. */
function eventText(): string {
  const make = (pad: string) =>
    `data: {"id":"flood","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":" word${pad}"},"logprobs":null,"finish_reason":null,"matched_stop":null}],"usage":null}\n\n`;
  return make("x".repeat(Math.max(0, EVENT_BYTES - make("").length)));
}

const event = eventText();
const chunk = `${event.length.toString(16)}\r\n${event}\r\n`;
const block = Buffer.from(chunk.repeat(PER_WRITE));
const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
const done = "data: [DONE]\n\n";
const tail = `${done.length.toString(16)}\r\n${done}\r\n0\r\n\r\n`;

function flood(socket: Socket, events: number, close: boolean): void {
  let left = Math.ceil(events / PER_WRITE);
  socket.write(head);
  const more = () => {
    while (left > 0) {
      left -= 1;
      if (!socket.write(block)) return void socket.once("drain", more);
    }
    if (close) socket.end(tail);
    else socket.write(tail);
  };
  more();
}

const server = createServer({noDelay: true}, (socket) => {
  let text = "";
  socket.on("error", () => socket.destroy());
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? NaN);
    const from = text.indexOf("\r\n\r\n");
    if (from < 0 || !(text.length - from - 4 >= length)) return;
    const events = Number(/"max_tokens": ?(\d+)/.exec(text)?.[1] ?? 0);
    const close = /connection: close/i.test(text);
    text = "";
    flood(socket, events, close);
  });
});
server.listen(0, "127.0.0.1", () => {
  const {port} = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({baseUrl: `http://127.0.0.1:${port}`})}\n`);
});
process.on("SIGTERM", () => process.exit(0));
