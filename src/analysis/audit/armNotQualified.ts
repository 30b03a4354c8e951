import {contradictions} from "./contradictions.js";
import {told, type Rule, type Seen} from "./rule.js";

interface Failed {
  profile: string;
  checks: string[];
  files: string[];
}

const SQL = `select c.profile, list(distinct c.check_id order by c.check_id) as checks, list(distinct coalesce(s.source_file, c.file)) as files
from checks c left join stages s on s.campaign_id = c.campaign_id and s.profile = c.profile and s.stage = c.stage
where c.campaign_id = $campaign and c.verdict = 'fail' group by c.profile`;

export const armNotQualified: Rule = {
  id: "arm-not-qualified",
  severity: "weakens",
  title: "An arm failed its own preflight",
  why: "A server that does not work as it should may be fast or slow for that reason: beating it, or losing to it, says little.",
  fires: "a functional check of an arm of a comparison failed, or passed against its own text",
  settle: "Repair the arm (its template, its parser), pass its preflight, and measure it again.",
  async run(context) {
    const failed = await context.query<Failed>(SQL, {campaign: context.campaignId});
    const disagreeing = await contradictions(context);
    const seen: Seen[] = [];
    for (const c of context.comparisons) {
      for (const profile of [c.baseline, c.candidate]) {
        const own = failed.find((f) => f.profile === profile);
        const against = disagreeing.filter((d) => d.profile === profile);
        if (!own && against.length === 0) continue;
        const parts = [
          own ? `failed ${own.checks.join(", ")}` : null,
          against.length > 0
            ? `passed ${[...new Set(against.flatMap((d) => d.checks))].join(", ")} against the text`
            : null
        ].filter((part) => part !== null);
        seen.push({
          comparison_id: c.comparison_id,
          profile,
          detail: `${profile === c.baseline ? "The baseline" : "The candidate"} ${profile} ${parts.join(" and ")}.`,
          metrics: [c.metric],
          request_ids: against.flatMap((d) => d.ids),
          files: [...new Set([...(own?.files ?? []), ...against.flatMap((d) => d.files)])]
        });
      }
    }
    return told(seen);
  }
};
