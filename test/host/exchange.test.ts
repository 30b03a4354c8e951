import {gzipSync} from "node:zlib";
import {afterEach, describe, expect, it} from "vitest";
import {httpClient} from "../../loaders/host/client/index.js";
import type {ExchangeLimits, HostClient} from "../../loaders/host/client/index.js";
import {deriveRequest} from "../../src/metrics/index.js";
import {chunk, fakeServer, rawServer, usageEvent, type FakeServer} from "./fakeServer.js";

const open: {close(): Promise<void>}[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const LIMITS: ExchangeLimits = {firstOutputS: 30, stallS: 30, totalS: 30, maxBytes: 1e6, maxReads: 1e4};

function track<T extends {close(): Promise<void>}>(one: T): T {
  open.push(one);
  return one;
}

async function send(server: FakeServer, limits: Partial<ExchangeLimits> = {}, client?: HostClient) {
  const own = client ?? track(httpClient({baseUrl: server.baseUrl, apiKey: "sk-planted-secret-0123456789"}));
  return own.send({
    requestId: "p/00-x#0",
    method: "POST",
    path: "/v1/chat/completions",
    body: {model: "m", stream: true, messages: []},
    limits: {...LIMITS, ...limits}
  });
}

const sse = {"content-type": "text/event-stream"};

describe("one HTTP exchange", () => {
  it("keeps the bytes of a stream as frames from which the record derives", async () => {
    const server = track(
      await fakeServer((_, response) => {
        response.writeHead(200, sse);
        response.write(chunk({role: "assistant", content: ""}));
        response.write(chunk({content: "Grüße"}));
        response.end(chunk({}, "stop") + usageEvent(9, 2) + "data: [DONE]\n\n");
      })
    );
    const result = await send(server);
    const record = deriveRequest(result.frames);
    expect(record).toMatchObject({status: "ok", content: "Grüße", output_tokens: 2, finish_reason: "stop"});
    expect(result.end).toBe("end");
    expect(result.frames[0]?.[2]).toHaveProperty("request");
  });

  it("tells a new connection from a reused one, and counts connecting apart", async () => {
    const server = track(await fakeServer((_, response) => response.writeHead(200, sse).end("data: [DONE]\n\n")));
    const client = track(httpClient({baseUrl: server.baseUrl}));
    const first = await send(server, {}, client);
    const second = await send(server, {}, client);
    expect(first.reused).toBe(false);
    expect(first.connectMs).toBeGreaterThan(0);
    expect(second.reused).toBe(true);
    expect(second.connectMs).toBeNull();
  });

  it("gives what came in one socket read one stamp", async () => {
    const server = track(
      await fakeServer((_, response) => {
        response.writeHead(200, sse);
        response.end(chunk({content: "a"}) + chunk({content: "b"}) + chunk({}, "stop") + "data: [DONE]\n\n");
      })
    );
    const {frames} = await send(server);
    expect(frames.filter(([, , payload]) => typeof payload === "string")).toHaveLength(1);
  });

  it("never follows a redirect", async () => {
    const server = track(await fakeServer((_, response) => response.writeHead(302, {location: "/elsewhere"}).end()));
    const result = await send(server);
    expect(result.status).toBe(302);
    expect(server.seen).toEqual(["POST /v1/chat/completions"]);
    expect(deriveRequest(result.frames).status).toBe("http_error");
  });

  it("never repeats a request whose connection was reset", async () => {
    const server = track(await fakeServer((request) => request.socket.destroy()));
    const result = await send(server);
    expect(result.end).toBe("reset");
    expect(server.seen).toHaveLength(1);
    expect(result.error).toMatch(/closed the connection|reset the connection/);
  });

  it("classifies a stream that is cut in the middle as truncated", async () => {
    const server = track(
      await fakeServer((_, response) => {
        response.writeHead(200, sse);
        response.write(chunk({content: "half"}), () => response.destroy());
      })
    );
    expect(deriveRequest((await send(server)).frames)).toMatchObject({status: "truncated", content: "half"});
  });

  it("says in a sentence that nothing listens", async () => {
    const server = await fakeServer(() => undefined);
    await server.close();
    const result = await send(server);
    expect(result.error).toBe("the connection was refused: nothing listens there (ECONNREFUSED)");
    expect(deriveRequest(result.frames).status).not.toBe("ok");
  });

  it("says in a sentence that a name is not known", async () => {
    const client = track(httpClient({baseUrl: "http://no-such-host.invalid:1"}));
    const result = await client.send({requestId: "r", method: "GET", path: "/", body: null, limits: LIMITS});
    expect(result.error).toMatch(/DNS|resolved|looked up/);
  });

  it("says in a sentence that a server does not speak TLS", async () => {
    const server = track(await fakeServer((_, response) => response.end("plain")));
    const client = track(httpClient({baseUrl: server.baseUrl.replace("http:", "https:")}));
    const result = await client.send({requestId: "r", method: "GET", path: "/", body: null, limits: LIMITS});
    expect(result.end).toBe("reset");
    expect(result.error).toMatch(/TLS|\(E|\(ERR_SSL/);
  });

  it("ends a wait for the first output at its limit, though comments trickle in", async () => {
    const server = track(
      await fakeServer((_, response) => {
        response.writeHead(200, sse);
        const timer = setInterval(() => response.write(": still here\n\n"), 10);
        response.on("close", () => clearInterval(timer));
      })
    );
    const result = await send(server, {firstOutputS: 0.2});
    expect(result).toMatchObject({end: "timeout", error: "no output within 0.2 s"});
    expect(deriveRequest(result.frames).status).toBe("timeout");
  });

  it("ends a stall after the first output at its limit and keeps what came", async () => {
    const server = track(
      await fakeServer((_, response) => {
        response.writeHead(200, sse);
        response.write(chunk({content: "then nothing"}));
      })
    );
    const result = await send(server, {stallS: 0.2});
    expect(result.error).toBe("silent for 0.2 s after its first output");
    expect(deriveRequest(result.frames)).toMatchObject({status: "timeout", content: "then nothing"});
  });

  it("ends an answer that never ends at its limit of bytes, with memory bounded", async () => {
    const piece = chunk({content: "x".repeat(4000)});
    const server = track(
      await fakeServer((_, response) => {
        response.writeHead(200, sse);
        const flood = () => {
          while (!response.destroyed && response.write(piece));
          if (!response.destroyed) response.once("drain", flood);
        };
        flood();
      })
    );
    const result = await send(server, {maxBytes: 200_000});
    expect(result.end).toBe("aborted");
    expect(result.error).toBe("the answer is larger than 200000 bytes");
    expect(result.body().length).toBeLessThan(1_000_000);
  });

  it("ends a flood of tiny pieces at its limit of pieces", async () => {
    const server = track(
      await rawServer((socket) => {
        socket.setNoDelay(true);
        socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n");
        const timer = setInterval(() => socket.write(":\n"), 1);
        socket.on("close", () => clearInterval(timer));
      })
    );
    expect((await send(server, {maxReads: 10})).error).toBe("the answer came in more than 10 pieces");
  });

  it("never unpacks an answer that it did not ask to be compressed", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const server = track(
      await fakeServer((_, response) => response.writeHead(200, {...sse, "content-encoding": "gzip"}).end(bomb))
    );
    const result = await send(server);
    expect(result.body().length).toBe(bomb.length);
    expect(deriveRequest(result.frames).status).toBe("stream_error");
  });

  it("classifies a body that is no event stream", async () => {
    const server = track(
      await fakeServer((_, response) => response.writeHead(200, {"content-type": "text/html"}).end("<h1>hello</h1>"))
    );
    expect(deriveRequest((await send(server)).frames).status).toBe("stream_error");
  });

  it("classifies what is not HTTP at all", async () => {
    const server = track(await rawServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n")));
    const result = await send(server);
    expect(result.end).toBe("reset");
    expect(result.error).toMatch(/not HTTP\/1.1|\(HPE_/);
  });

  it("refuses headers without an end", async () => {
    const server = track(
      await rawServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const timer = setInterval(() => socket.write(`x-${"a".repeat(4000)}: b\r\n`), 1);
        socket.on("close", () => clearInterval(timer));
      })
    );
    expect((await send(server)).error).toMatch(/headers are larger/);
  });

  it("ends when it is told to, as aborted", async () => {
    const stop = new AbortController();
    const server = track(
      await fakeServer((_, response) => {
        response.writeHead(200, sse);
        response.write(chunk({content: "going on"}));
        stop.abort();
      })
    );
    const client = track(httpClient({baseUrl: server.baseUrl}));
    const result = await client.send({
      requestId: "r",
      method: "POST",
      path: "/v1/chat/completions",
      body: {stream: true},
      limits: LIMITS,
      signal: stop.signal
    });
    expect(result.end).toBe("aborted");
  });

  it("keeps the API key out of every frame, also where the server echoes it in pieces", async () => {
    const key = "sk-planted-secret-0123456789";
    const server = track(
      await fakeServer((request, response) => {
        expect(request.headers.authorization).toBe(`Bearer ${key}`);
        response.writeHead(401, {"content-type": "application/json", "set-cookie": `k=${key}`});
        response.write(`{"error": {"message": "bad key ${key.slice(0, 9)}`);
        setTimeout(() => response.end(`${key.slice(9)}"}}`), 20);
      })
    );
    const text = JSON.stringify((await send(server)).frames);
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.slice(9));
    expect(text).toContain("[redacted]");
  });

  it("keeps bytes that are not UTF-8 on their own as base64", async () => {
    const whole = Buffer.from(chunk({content: "🚀"}));
    const cut = whole.indexOf(0xf0) + 2;
    const server = track(
      await fakeServer((_, response) => {
        response.writeHead(200, sse);
        response.write(whole.subarray(0, cut));
        setTimeout(() => response.end(Buffer.concat([whole.subarray(cut), Buffer.from("data: [DONE]\n\n")])), 20);
      })
    );
    const {frames} = await send(server);
    expect(frames.some(([, , payload]) => typeof payload === "object" && "b64" in payload)).toBe(true);
    expect(deriveRequest(frames).content).toBe("🚀");
  });
});
