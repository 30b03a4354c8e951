import {copyFile, mkdtemp, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {readPlan} from "../../loaders/campaign/plan/readPlan.js";
import {keepSettings} from "../../loaders/campaign/run/keepSettings.js";
import {planSecrets} from "../../loaders/campaign/run/planSecrets.js";
import {createCampaign, plainRedactor} from "../../loaders/record/index.js";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "assay-settings-"));
  await copyFile("configs/policies/default.toml", join(home, "policy.toml"));
});
afterEach(() => rm(home, {recursive: true, force: true}));

async function loaded(baseUrl = "http://127.0.0.1:30000") {
  const path = join(home, "plan.toml");
  await writeFile(
    path,
    `lifecycle = "attached"\npolicy = "policy.toml"\nhost.base_url = "${baseUrl}"\ncampaign.slug = "x"
[[profiles]]\nprofile = "p"\nstages = {preflight = true}\n`
  );
  return readPlan(path);
}
const begin = (secrets: string[] = []) =>
  createCampaign({evidence: join(home, "evidence"), id: "2026-01-02-x", secrets});

describe("the settings of a campaign", () => {
  it("are kept to the byte, and what a kill kept from being written is added", async () => {
    const plan = await loaded();
    const writer = await begin();
    await keepSettings(writer, plan);
    expect(await readFile(join(writer.folder, "plan.toml"))).toEqual(plan.plan.bytes);
    await rm(join(writer.folder, "policy.toml"));
    await keepSettings(writer, plan);
    expect(await readFile(join(writer.folder, "policy.toml"))).toEqual(plan.policy.bytes);
    await writer.close();
  });

  it("are the same from the first request to the last: another policy is refused", async () => {
    const writer = await begin();
    await keepSettings(writer, await loaded());
    await writeFile(join(home, "policy.toml"), `# looser\n${await readFile(join(home, "policy.toml"), "utf8")}`);
    await expect(keepSettings(writer, await loaded())).rejects.toMatchObject({
      code: "resume.other-settings",
      next: expect.stringContaining("put its bytes back") as string
    });
    await writer.close();
  });

  it("with a secret are kept without it, under a name that says so, with the hash of what was used", async () => {
    const plan = await loaded("http://operator:hunter2hunter2@127.0.0.1:1");
    const secrets = planSecrets(plan, {});
    expect(secrets).toEqual(["hunter2hunter2"]);
    const writer = await begin(secrets);
    await keepSettings(writer, plan);
    await keepSettings(writer, plan);
    await writer.close();
    expect((await readdir(writer.folder)).filter((name) => name.startsWith("plan"))).toEqual(["plan.toml.redacted"]);
    const kept = await readFile(join(writer.folder, "plan.toml.redacted"), "utf8");
    expect(kept).toContain("http://[redacted]@127.0.0.1:1");
    const journal = await readFile(join(writer.folder, "journal.jsonl"), "utf8");
    expect(journal.match(/settings\.redacted/g)).toHaveLength(1);
    expect(journal).toContain(plan.plan.sha256);
  });

  it("of this repository hold nothing that looks like a secret", async () => {
    for (const entry of await readdir("configs", {recursive: true, withFileTypes: true})) {
      if (!entry.isFile() || !entry.name.endsWith(".toml")) continue;
      const text = await readFile(join(entry.parentPath, entry.name), "utf8");
      expect(plainRedactor.text(text), entry.name).toBe(text);
    }
  });
});
