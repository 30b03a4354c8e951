import {told, type Rule, type Seen} from "./rule.js";
import {count, some} from "./say.js";

export const missingEvidence: Rule = {
  id: "missing-evidence",
  severity: "weakens",
  title: "Evidence that is named and not there",
  why: "A claim whose evidence is not there cannot be checked, and one whose hash differs rests on other bytes than it says.",
  fires: "a claim names a file that is not in the campaign, or whose hash differs",
  settle: "Add the named files, or withdraw what rests on them.",
  async run({campaign}) {
    const named = campaign.imported?.named ?? [];
    const kept = (name: string) => campaign.imported?.files.find((f) => f.name === name)?.kept_as ?? name;
    const seen = [...new Set(named.map((n) => n.by))].flatMap((by): Seen[] => {
      const here = named.filter((n) => n.by === by);
      const absent = here.filter((n) => !n.present).map((n) => n.file);
      const differ = here.filter((n) => n.present && n.hash_matches === false).map((n) => n.file);
      return [
        ...(absent.length > 0
          ? [
              {
                detail: `${by} names ${count(here.length, "file")}, of which ${absent.length} ${absent.length === 1 ? "is" : "are"} not here: ${some(absent, 30)}.`,
                files: [kept(by)]
              }
            ]
          : []),
        ...(differ.length > 0
          ? [
              {
                detail: `The hashes that ${by} gives differ for ${some(differ, 30)}.`,
                files: [kept(by), ...differ.map(kept)]
              }
            ]
          : [])
      ];
    });
    return told(seen);
  }
};
