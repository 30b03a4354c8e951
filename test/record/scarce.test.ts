import {execFileSync, spawnSync} from "node:child_process";
import {readdirSync, readlinkSync} from "node:fs";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {createCampaign, openCampaign, verifyCampaign} from "../../loaders/record/index.js";
import {framesOf, recordOf} from "./smallCampaign.js";

/** A file system of 256 KiB of our own; null where this user may not mount one. */
function smallDisk(folder: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", folder]).status === 0;
}

/** Files of a folder that this process still holds open. */
function openFilesIn(folder: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(`${folder}/`) ? [path] : [];
    } catch {
      return [];
    }
  });
}

const probe = spawnSync("unshare", ["-m", "true"]).status === 0;

describe.skipIf(!probe)("a full and a read-only disk (needs a user who may mount)", () => {
  let disk: string;
  let mounted = false;
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), "assay-disk-"));
    mounted = smallDisk(disk);
  });
  afterAll(async () => {
    if (mounted) execFileSync("umount", [disk]);
    await rm(disk, {recursive: true});
  });

  it("stop with the next step, lose nothing that was recorded, and leave no half line", async (context) => {
    if (!mounted) return context.skip("this user may not mount a small disk");
    const ballast = join(disk, "ballast");
    await writeFile(ballast, Buffer.alloc(120_000));
    const writer = await createCampaign({evidence: disk, id: "2026-01-02-full"});
    const stage = writer.stage("p", "00-capacity");
    const append = async (i: number) => {
      const frames = framesOf(stage.requestId(i), [`${"x".repeat(i % 50)}${Math.sin(i)}`]);
      await stage.appendRequest(recordOf("p", "00-capacity", i, frames), frames);
    };
    let recorded = 0;
    const full = async () => {
      for (;;) {
        await append(recorded);
        recorded += 1;
      }
    };
    await expect(full()).rejects.toMatchObject({
      code: "disk-full",
      next: expect.stringMatching(/free some space/) as string
    });
    expect(recorded).toBeGreaterThan(2);
    await rm(ballast);
    // The frames of the failed one may stand already: it is recorded under the next number.
    const lost = recorded;
    recorded += 1;
    await append(recorded);
    await writer.close();
    const again = await openCampaign(writer.folder);
    expect(again.leftovers).toMatchObject({cut_lines: [], cut_members: []});
    expect([[], [stage.requestId(lost)]]).toContainEqual(again.leftovers.unrecorded_requests);
    await again.writer.seal();
    expect(await verifyCampaign(writer.folder, {deep: true})).toMatchObject({problems: [], derived: recorded});

    await writeFile(ballast, Buffer.alloc(300_000)).catch(() => undefined);
    await expect(openCampaign(writer.folder)).rejects.toMatchObject({code: "disk-full"});
    expect(openFilesIn(disk)).toEqual([]);
    await rm(ballast);

    execFileSync("mount", ["-o", "remount,ro", disk]);
    await expect(openCampaign(writer.folder)).rejects.toMatchObject({code: "read-only"});
    await expect(createCampaign({evidence: disk, id: "2026-01-03-ro"})).rejects.toMatchObject({code: "read-only"});
    execFileSync("mount", ["-o", "remount,rw", disk]);
  });
});

describe("a limit of 64 open files", () => {
  it("is enough for a campaign of a hundred stages", async () => {
    const evidence = await mkdtemp(join(tmpdir(), "assay-files-"));
    try {
      const script = resolve("test/record/manyStages.ts");
      const run = spawnSync(process.execPath, ["--import", "tsx", script, evidence], {encoding: "utf8"});
      expect(run.stderr).toBe("");
      expect(run.stdout).toBe("0 problems, 100 requests derived again\n");
    } finally {
      await rm(evidence, {recursive: true, force: true});
    }
  });
});
