import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {createServer as createTls} from "node:https";
import type {AddressInfo, Socket} from "node:net";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {chunk, fakeServer, rawServer, usageEvent} from "../host/fakeServer.js";

/** A host that does one thing wrong, and what a request to it must become. */
export interface Hostile {
  name: string;
  /** Null: a success, since what it does is allowed. */
  status: RegExp | null;
  error?: RegExp;
  content?: string;
  limits?: Record<string, number>;
  start(home: string): Promise<{baseUrl: string; close(): Promise<void>}>;
}

const SSE = "content-type: text/event-stream\r\n";
const GOOD = chunk({role: "assistant", content: ""}) + chunk({content: "Hello"}) + chunk({}, "stop") + usageEvent(9, 2);
const WHOLE = `${GOOD}data: [DONE]\n\n`;

/** Answers a request once its head and body have come. */
const answering = (answer: (socket: Socket) => void) => () =>
  rawServer((socket) => {
    let asked = "";
    socket.on("data", (piece: Buffer) => {
      asked += piece.toString("latin1");
      const head = asked.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(asked)?.[1] ?? 0);
      if (head < 0 || asked.length < head + 4 + length) return;
      asked = "";
      answer(socket);
    });
  });

const saying = (text: string | Buffer, end = true) =>
  answering((socket) => void (end ? socket.end(text) : socket.write(text)));

/** Writes pieces until the socket goes; `everyMs` 0: as fast as they are taken. */
const flooding = (head: string, piece: string | Buffer, everyMs: number) =>
  answering((socket) => {
    socket.setNoDelay(true);
    socket.write(head);
    let timer: NodeJS.Timeout | undefined;
    socket.on("close", () => clearInterval(timer));
    if (everyMs > 0) {
      timer = setInterval(() => socket.write(piece), everyMs);
      return;
    }
    const flood = () => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once("drain", flood);
    };
    flood();
  });

const OK = `HTTP/1.1 200 OK\r\n${SSE}`;
const CLOSED = `${OK}connection: close\r\n\r\n`;
const MIB = 1024 * 1024;

export const HOSTS: Hostile[] = [
  {
    name: "slow loris: a head that trickles",
    status: /timeout/,
    error: /no output within 1 s/,
    start: flooding("HTTP/1.1 200 OK\r\n", "x-a: b\r\n", 100)
  },
  {
    name: "slow loris: a body that trickles a byte at a time",
    status: /timeout|stream_error/,
    error: /no output within 1 s/,
    start: flooding(CLOSED, "d", 50)
  },
  {
    name: "accepts and says nothing",
    status: /timeout/,
    error: /no output within 1 s/,
    start: answering(() => undefined)
  },
  {
    name: "goes silent in the middle of an answer",
    status: /timeout/,
    error: /silent for 1 s/,
    content: "Hello",
    start: saying(`${CLOSED}${chunk({content: "Hello"})}`, false)
  },
  {
    name: "an endless stream of good events",
    status: /aborted|timeout/,
    error: /larger than \d+ bytes|more than \d+ pieces|within|longer/,
    start: flooding(CLOSED, chunk({content: "x".repeat(2000)}), 0)
  },
  {
    name: "10 GB of one line",
    status: /aborted|stream_error|timeout/,
    error: /larger than \d+ bytes|no output within/,
    start: flooding(CLOSED, Buffer.alloc(MIB, "x"), 0)
  },
  {
    name: "10 GB of one line inside an event",
    status: /aborted|stream_error|timeout/,
    error: /larger than \d+ bytes|no output within/,
    start: flooding(`${CLOSED}data: {"choices":[{"delta":{"content":"`, Buffer.alloc(MIB, "y"), 0)
  },
  {
    name: "a million tiny chunks",
    status: /aborted|timeout/,
    error: /larger than \d+ bytes|more than \d+ pieces|within|longer/,
    start: flooding(`${OK}transfer-encoding: chunked\r\n\r\n`, "1\r\n:\r\n1\r\n\n\r\n", 0)
  },
  {
    name: "invalid UTF-8",
    status: null,
    content: "Hell\ufffd",
    // The last letter becomes a byte that begins nothing.
    start: saying(
      Buffer.from(CLOSED + WHOLE).map((byte, i, all) => (all[i - 4] === 72 && byte === 111 ? 0xff : byte)) as Buffer
    )
  },
  {
    name: "a gzip bomb",
    status: /stream_error/,
    start: saying(
      Buffer.concat([
        Buffer.from(`${OK}content-encoding: gzip\r\nconnection: close\r\n\r\n`),
        gzipSync(Buffer.alloc(300 * MIB))
      ])
    )
  },
  {
    name: "a redirect to itself",
    status: /http_error/,
    error: /HTTP 302|redirect/i,
    start: saying("HTTP/1.1 302 Found\r\nlocation: /v1/chat/completions\r\ncontent-length: 0\r\n\r\n", false)
  },
  {
    name: "a web page",
    status: /stream_error/,
    start: saying("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<h1>Hello</h1>")
  },
  {
    name: "JSON where a stream was asked",
    status: /stream_error/,
    start: saying('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"detail":"no"}')
  },
  {
    name: "good events called an image",
    status: /stream_error|^ok$/,
    start: saying(`HTTP/1.1 200 OK\r\ncontent-type: image/png\r\nconnection: close\r\n\r\n${WHOLE}`)
  },
  {
    name: "a content length that is too long",
    status: /truncated|stream_error/,
    start: saying(`${OK}content-length: 100000\r\nconnection: close\r\n\r\n${chunk({content: "Hello"})}`)
  },
  {
    name: "a content length that is too short",
    status: /truncated|stream_error/,
    start: saying(`${OK}content-length: 60\r\n\r\n${WHOLE}`)
  },
  {
    name: "two content lengths",
    status: /truncated|stream_error/,
    start: saying(`${OK}content-length: 10\r\ncontent-length: 20\r\n\r\n${WHOLE}`)
  },
  {
    name: "a chunk size that is no number",
    status: /truncated|stream_error/,
    start: saying(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\n${WHOLE}\r\n`)
  },
  {name: "HTTP/1.0", status: null, content: "Hello", start: saying(`HTTP/1.0 200 OK\r\n${SSE}\r\n${WHOLE}`)},
  {
    // The close may cross the next request, which is never sent again by itself: answered whole, or classified.
    name: "closes a kept connection after every answer",
    status: /^(ok|truncated)$/,
    content: "Hello",
    start: saying(`${OK}content-length: ${Buffer.byteLength(WHOLE)}\r\n\r\n${WHOLE}`)
  },
  {
    name: "keeps the connection as promised",
    status: null,
    content: "Hello",
    start: saying(`${OK}content-length: ${Buffer.byteLength(WHOLE)}\r\n\r\n${WHOLE}`, false)
  },
  {
    name: "speaks another protocol",
    status: /truncated|stream_error|aborted/,
    error: /HTTP/,
    start: saying("SSH-2.0-OpenSSH_9.2\r\n")
  },
  {
    name: "cuts the connection in the head",
    status: /truncated|stream_error|aborted/,
    start: answering((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncont");
      socket.resetAndDestroy();
    })
  },
  {
    name: "a head without an end",
    status: /truncated|stream_error|aborted/,
    error: /headers are larger/,
    start: flooding("HTTP/1.1 200 OK\r\n", `x-${"a".repeat(4000)}: b\r\n`, 0)
  },
  {
    name: "10,000 informational answers",
    status: /truncated|stream_error|aborted|timeout/,
    start: flooding("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(50), 0)
  },
  {
    name: "an error after 200, then silence",
    status: /stream_error|timeout/,
    start: saying(`${CLOSED}data: {"error": {"message": "out of memory"}}\n\n`, false)
  },
  {
    name: "TLS where none was asked",
    status: /truncated|stream_error|aborted/,
    start: tlsHost("http:")
  },
  {
    name: "a certificate that nobody signed",
    status: /truncated|stream_error|aborted/,
    error: /certificate|TLS/,
    start: tlsHost("https:")
  },
  {
    name: "no TLS where it was asked",
    status: /truncated|stream_error|aborted/,
    error: /TLS|\(E|SSL/,
    start: async () => {
      const server = await fakeServer((_, response) => response.end("plain"));
      return {...server, baseUrl: server.baseUrl.replace("http:", "https:")};
    }
  },
  {
    name: "a name that is not known",
    status: /truncated|stream_error|aborted/,
    error: /DNS|resolved|looked up/,
    start: () => Promise.resolve({baseUrl: "http://no-such-host.invalid:1", close: () => Promise.resolve()})
  },
  {
    name: "nothing listens",
    status: /truncated|stream_error|aborted/,
    error: /refused/,
    start: () => Promise.resolve({baseUrl: "http://127.0.0.1:1", close: () => Promise.resolve()})
  },
  {
    // RFC 6666: packets to it are dropped, or there is no way to it at all.
    name: "an IPv6 address that never answers",
    status: /truncated|stream_error|aborted|timeout/,
    error: /connect|reach|route|time|no output/i,
    start: () => Promise.resolve({baseUrl: "http://[100::1]:9", close: () => Promise.resolve()})
  },
  {
    // Its queue of waiting connections is full: a connection is neither accepted nor refused.
    name: "an address that never finishes connecting",
    status: /truncated|stream_error|aborted|timeout/,
    error: /connect|reach|route|time|no output/i,
    start: () => Promise.resolve({baseUrl: "http://192.0.2.1:9", close: () => Promise.resolve()})
  }
];

function tlsHost(protocol: "http:" | "https:") {
  return async (home: string) => {
    const [key, cert] = [join(home, "key.pem"), join(home, "cert.pem")];
    const subject = ["-subj", "/CN=localhost", "-days", "2", "-keyout", key, "-out", cert];
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject], {stdio: "ignore"});
    const server = createTls({key: readFileSync(key), cert: readFileSync(cert)}, (_, response) => response.end("x"));
    server.on("tlsClientError", () => undefined);
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return {
      baseUrl: `${protocol}//127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: () =>
        new Promise<void>((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        })
    };
  };
}
