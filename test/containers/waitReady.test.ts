import {createServer, type IncomingMessage, type Server, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {request} from "undici";
import {afterEach, describe, expect, it} from "vitest";
import {waitReady, type ContainerState, type WaitReadyOptions} from "../../loaders/host/containers/index.js";
import {stateOf} from "../../loaders/host/containers/identity.js";
import {inspected} from "./support/inspected.js";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

describe("waitReady", () => {
  let server: Server | null = null;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = null;
  });
  const serve = async (handler: Handler): Promise<string> => {
    server = createServer(handler).listen(0, "127.0.0.1");
    await new Promise((done) => server?.once("listening", done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const answering = (answer: unknown, health: (n: number) => number = () => 200): Handler =>
    ((n) => (asked, response) => {
      if (asked.url === "/health") response.statusCode = health(n++);
      const body = asked.url === "/v1/models" ? {data: [{id: "m"}]} : asked.url === "/health" ? {} : answer;
      response.end(JSON.stringify(body));
    })(0);
  const SPOKE = {choices: [{message: {content: "hello"}}], usage: {completion_tokens: 1}};
  const options = (more: Partial<WaitReadyOptions> = {}): WaitReadyOptions => ({
    healthPath: "/health",
    servedModel: null,
    apiKey: null,
    limitS: 10,
    ...more
  });
  /** A clock that only a sleep moves. */
  const clock = () => {
    let ms = 0;
    return {
      nowMs: () => ms,
      sleep: (wait: number) => {
        ms += wait;
        return Promise.resolve();
      },
      fetch: request
    };
  };
  const exited = (more: Partial<ContainerState>): ContainerState => ({
    ...stateOf(inspected()),
    running: false,
    ...more
  });

  it("is ready after health and one generated token, and names the model that answered", async () => {
    const phases: string[] = [];
    const url = await serve(answering(SPOKE, (n) => (n < 3 ? 503 : 200)));
    const readiness = await waitReady(url, options({onPhase: (p) => phases.push(p)}), clock());
    expect(readiness).toMatchObject({served_model: "m", completion_tokens: 1});
    expect(readiness.healthy_ms).toBeGreaterThan(0);
    expect(phases).toEqual(["starting", "healthy", "ready"]);
  });

  it("takes reasoning for a token, and a base URL that ends in /v1", async () => {
    const url = await serve(answering({choices: [{message: {content: null, reasoning_content: "hm"}}]}));
    expect((await waitReady(`${url}/v1/`, options(), clock())).served_model).toBe("m");
  });

  it("sends the key, and asks for the model it was given", async () => {
    const seen: string[] = [];
    const url = await serve((asked, response) => {
      const parts: Buffer[] = [];
      asked.on("data", (part: Buffer) => parts.push(part));
      asked.on("end", () => {
        seen.push(
          `${asked.url ?? ""} ${asked.headers.authorization ?? ""} ${Buffer.concat(parts).toString().slice(0, 13)}`
        );
        response.end(JSON.stringify(SPOKE));
      });
    });
    await waitReady(url, options({apiKey: "k", servedModel: "x"}), clock());
    expect(seen).toEqual(["/health Bearer k ", '/v1/chat/completions Bearer k {"model":"x",']);
  });

  it("fails as never-healthy when the limit passes, and as healthy-but-silent when no token comes", async () => {
    const sick = await serve(answering(SPOKE, () => 503));
    await expect(waitReady(sick, options(), clock())).rejects.toMatchObject({
      code: "never-healthy",
      message: expect.stringContaining("HTTP 503") as string
    });
    server?.close();
    const silent = await serve(answering({choices: [{message: {content: ""}}], usage: {completion_tokens: 0}}));
    await expect(waitReady(silent, options(), clock())).rejects.toMatchObject({code: "healthy-but-silent"});
  });

  it("counts the limit anew while the log advances", async () => {
    const time = clock();
    const url = await serve(answering(SPOKE, () => (time.nowMs() > 60_000 ? 200 : 503)));
    const logTail = () => Promise.resolve([time.nowMs() < 55_000 ? `loading shard ${time.nowMs()}` : "waiting"]);
    expect((await waitReady(url, options({logTail}), time)).healthy_ms).toBeGreaterThan(60_000);
    const stuck = () => Promise.resolve(["waiting"]);
    const other = clock();
    await expect(waitReady(url.replace(/\d+$/, "1"), options({logTail: stuck}), other)).rejects.toMatchObject({
      code: "never-healthy"
    });
    expect(other.nowMs()).toBeLessThan(15_000);
  });

  it.each([
    ["exited-at-once", {exit_code: 1, error: "no such file"}],
    ["out-of-memory", {exit_code: 137}],
    ["out-of-memory", {exit_code: 1, oom_killed: true}]
  ])("fails as %s with the log's end when the container ended (%j)", async (code, state) => {
    const failing = waitReady(
      "http://127.0.0.1:1",
      options({state: () => Promise.resolve(exited(state)), logTail: () => Promise.resolve(["last words"])}),
      clock()
    );
    await expect(failing).rejects.toMatchObject({code, logTail: ["last words"]});
  });

  it("fails when the container is gone, and ends at once when it is interrupted", async () => {
    await expect(
      waitReady("http://127.0.0.1:1", options({state: () => Promise.resolve(null)}), clock())
    ).rejects.toMatchObject({code: "exited-at-once"});
    const end = new AbortController();
    end.abort();
    await expect(waitReady("http://127.0.0.1:1", options({signal: end.signal}), clock())).rejects.toMatchObject({
      code: "interrupted"
    });
  });

  it("does not take in an answer without end", async () => {
    const url = await serve((asked, response) => {
      if (asked.url === "/health") return void response.end();
      const flood = setInterval(() => response.write(Buffer.alloc(256 * 1024, 65)), 1);
      response.on("close", () => clearInterval(flood));
    });
    await expect(waitReady(url, options({limitS: 1}), clock())).rejects.toMatchObject({code: "healthy-but-silent"});
  });
});
