import {cp, mkdir, readdir, readFile, writeFile} from "node:fs/promises";
import {existsSync} from "node:fs";
import {join} from "node:path";

/** Copies of the repository's rehearsal under other ids: as many campaigns as an archive of `count` has. */
export async function manyCampaigns(folder: string, count: number): Promise<string> {
  const ids = await readdir("evidence");
  const source = ids.find((id) => existsSync(join("evidence", id, "restoration.json")));
  if (source === undefined) throw new Error("evidence/ holds no rehearsal to copy");
  await mkdir(folder, {recursive: true});
  for (let i = 0; i < count; i += 1) {
    const day = new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);
    const id = `${day}-copy`;
    await cp(join("evidence", source), join(folder, id), {recursive: true});
    const path = join(folder, id, "campaign.json");
    const record = JSON.parse(await readFile(path, "utf8")) as object;
    await writeFile(path, JSON.stringify({...record, campaign_id: id}));
  }
  return folder;
}
