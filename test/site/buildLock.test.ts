import {mkdtemp, readFile, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {buildLock, type LockEffects} from "../../loaders/cli/build/buildLock.js";

const effects = (part: Partial<LockEffects>): LockEffects => ({
  wait: async () => undefined,
  alive: () => true,
  pid: 11,
  ...part
});
const lockPath = async () => join(await mkdtemp(join(tmpdir(), "assay-lock-")), "build.lock");

describe("buildLock", () => {
  it("holds the lock with this process's number until it is given back", async () => {
    const path = await lockPath();
    const release = await buildLock(path, 1000, effects({}));
    expect(await readFile(path, "utf8")).toBe("11");
    await release();
    await expect(readFile(path)).rejects.toThrow();
  });

  it("waits for a build that runs", async () => {
    const path = await lockPath();
    const release = await buildLock(path, 1000, effects({}));
    let waits = 0;
    const second = await buildLock(
      path,
      10_000,
      effects({pid: 12, wait: async () => void (++waits === 3 && (await release()))})
    );
    expect(waits).toBe(3);
    expect(await readFile(path, "utf8")).toBe("12");
    await second();
  });

  it("takes over the lock of a process that is gone", async () => {
    const path = await lockPath();
    await writeFile(path, "99");
    await buildLock(path, 1000, effects({alive: (pid) => pid !== 99}));
    expect(await readFile(path, "utf8")).toBe("11");
  });

  it("gives up with the name of the holder when its patience ends", async () => {
    const path = await lockPath();
    await writeFile(path, "99");
    await expect(buildLock(path, 500, effects({}))).rejects.toThrow(/Another build holds the lock.*process 99/);
  });
});
