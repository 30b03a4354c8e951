import {spawn, type ChildProcess} from "node:child_process";
import {appendFileSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {createInterface, type Interface} from "node:readline";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {z} from "zod";
import {HOSTS} from "./hosts.js";
import {bundle} from "../support/bundle.js";

const Answer = z.object({
  said: z.array(z.object({status: z.string(), error: z.string().nullable(), content: z.string()})),
  peakMib: z.number()
});

const PROGRAM = resolve(".assay/drills/hostile/askHostile.mjs");
const MOST_MIB = 300;

let home: string;
let client: ChildProcess;
let lines: Interface;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "assay-hostile-"));
  await bundle("test/hostile/askHostile.ts", PROGRAM);
  client = spawn(process.execPath, [PROGRAM], {stdio: ["pipe", "pipe", "inherit"]});
  if (client.stdout === null) throw new Error("the client has no output");
  lines = createInterface({input: client.stdout});
});
afterAll(async () => {
  client.stdin?.end();
  lines.close();
  await rm(home, {recursive: true, force: true});
});

describe("a hostile host", () => {
  it.each(HOSTS)("$name: is classified within its limits, in less than 300 MiB", async (host) => {
    const server = await host.start(home);
    try {
      const answered = new Promise<string>((done) => lines.once("line", done));
      client.stdin?.write(`${JSON.stringify({baseUrl: server.baseUrl, limits: host.limits ?? {}})}\n`);
      const {said, peakMib} = Answer.parse(JSON.parse(await answered));
      if (process.env.ASSAY_DRILL_LOG !== undefined)
        appendFileSync(
          process.env.ASSAY_DRILL_LOG,
          `${host.name}: ${said[0]?.status ?? ""}, ${said[0]?.error ?? "no error"}, ${Math.round(peakMib)} MiB\n`
        );
      expect(said).toHaveLength(2);
      for (const one of said) {
        if (host.status === null) expect(one.status, JSON.stringify(said)).toBe("ok");
        else expect(one.status, JSON.stringify(said)).toMatch(host.status);
        if (host.error) expect(one.error).toMatch(host.error);
        if (host.content !== undefined && one.status === "ok") expect(one.content).toBe(host.content);
      }
      expect(peakMib).toBeLessThan(MOST_MIB);
    } finally {
      await server.close();
    }
  });
});
