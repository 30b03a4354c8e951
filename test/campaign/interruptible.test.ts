import {afterEach, describe, expect, it} from "vitest";
import {interruptible, type Interruptible} from "../../loaders/cli/rehearsal/interruptible.js";
import {readPlan} from "../../loaders/campaign/plan/readPlan.js";
import {fileURLToPath} from "node:url";

const REHEARSAL = fileURLToPath(new URL("../../configs/rehearsal.toml", import.meta.url));
const open: Interruptible[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.done();
});

async function watched() {
  const said: string[] = [];
  const codes: number[] = [];
  const clock = {ms: 10_000};
  const one = interruptible(
    await readPlan(REHEARSAL),
    (line) => void said.push(line),
    {env: {DOCKER_HOST: "unix:///run/other.sock"}},
    (code) => void codes.push(code),
    () => clock.ms
  );
  one.setCampaign("2026-01-02-x");
  open.push(one);
  return {one, said, codes, clock};
}

describe("an interrupt", () => {
  it("ends the campaign in order the first time", async () => {
    const {one, said, codes} = await watched();
    process.emit("SIGINT");
    expect(one.signal.aborted).toBe(true);
    expect(said).toHaveLength(1);
    expect(codes).toEqual([]);
  });

  it("is one press although npm and tsx hand it on", async () => {
    const {codes, clock} = await watched();
    process.emit("SIGINT");
    clock.ms += 30;
    process.emit("SIGINT");
    clock.ms += 30;
    process.emit("SIGTERM");
    expect(codes).toEqual([]);
  });

  it("says the second time how to bring the incumbent back by hand, and leaves", async () => {
    const {said, codes, clock} = await watched();
    process.emit("SIGINT");
    clock.ms += 2000;
    process.emit("SIGINT");
    expect(codes).toEqual([3]);
    expect(said.join("\n")).toContain("npm run restore -- 2026-01-02-x");
    expect(said.join("\n")).toContain("docker -H unix:///run/other.sock start simulated-incumbent");
  });
});
