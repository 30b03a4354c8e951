import {told, type Rule} from "./rule.js";
import {some} from "./say.js";

interface Field {
  field: string;
  before: string | null;
  after: string | null;
  file: string;
}

export const restorationPartial: Rule = {
  id: "restoration-partial",
  severity: "weakens",
  title: "Restoration is proved in part",
  why: "A field that only one snapshot holds cannot have been compared: that it is the same as before is then somebody's word.",
  fires: "a field of the snapshot was not proved, or only one side has it",
  settle: "Record the same fields before and after (container id, binding, router, image, model), and compare them.",
  async run({query, campaignId}) {
    const fields = await query<Field>(
      `select field, before, after, file from restoration_fields
       where campaign_id = $campaign and equal is null order by field`,
      {campaign: campaignId}
    );
    if (fields.length === 0) return told([]);
    const missing = (value: string | null) => value === null || value === "null";
    const names = (of: Field[]) =>
      some(
        of.map((f) => f.field.replaceAll(/[._]/g, " ")),
        12
      );
    const start = fields.filter((f) => missing(f.before) && !missing(f.after));
    const end = fields.filter((f) => !missing(f.before) && missing(f.after));
    const neither = fields.filter((f) => missing(f.before) === missing(f.after));
    const parts = [
      start.length > 0 ? `the starting snapshot holds no ${names(start)} to compare with` : null,
      end.length > 0 ? `the restored snapshot holds no ${names(end)}` : null,
      neither.length > 0 ? `${names(neither)} could not be compared` : null
    ].filter((part) => part !== null);
    const sentence = parts.join("; ");
    return told([
      {
        detail: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
        metrics: ["restoration"],
        files: [...new Set(fields.map((f) => f.file))]
      }
    ]);
  }
};
