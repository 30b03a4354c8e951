import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, it} from "vitest";
import {campaignRows} from "../../src/data/campaignRows.js";
import {openCampaigns} from "../../src/data/openCampaigns.js";
import {StageRecord} from "../../src/schema/stage.js";

it("numbers the boots of a profile in the order in which they began, as the stages' own records have them", async () => {
  const [rehearsal] = (await openCampaigns("evidence", () => undefined)).slice(-1);
  await rehearsal?.(async (source) => {
    const {data} = await campaignRows(source, await source.decide());
    const points = data.points.filter((point) => point.profile === "adaptive-131k");
    const folder = join(source.folder, "adaptive-131k");
    const order: string[] = [];
    const recorded = new Map<string, number>();
    // Stages are numbered as they ran.
    for (const file of (await readdir(folder)).filter((name) => /^\d+-[^.]+\.json$/.test(name)).sort()) {
      const {stage, boot_id} = StageRecord.parse(JSON.parse(await readFile(join(folder, file), "utf8")));
      if (boot_id === null) continue;
      if (!order.includes(boot_id)) order.push(boot_id);
      recorded.set(stage, order.indexOf(boot_id) + 1);
    }
    expect(order).toHaveLength(2);
    expect(points.map((point) => [point.stage, point.boot])).toEqual(
      points.map((point) => [point.stage, recorded.get(point.stage)])
    );
    expect(new Set(points.map((point) => point.boot))).toEqual(new Set([1, 2]));
  });
  expect.assertions(3);
});
