import {told, type Rule} from "./rule.js";
import {count} from "./say.js";

const WORDS: Record<string, string> = {
  "text-match": "by text checks of an answer that was never run",
  "harness-flag": "by the harness's own flag"
};

interface Group {
  profile: string;
  stage: string;
  kind: string;
  grader: string;
  n: number;
  passed: number;
  says: string;
  ids: string[] | null;
  files: string[];
}

export const weakGrader: Rule = {
  id: "weak-grader",
  severity: "weakens",
  title: "Graded without running the answer",
  why: "An answer that contains the right words may still not work: only an executed answer or an exact assertion is a grade.",
  fires: "attempts are graded by a text match or by the harness's own flag",
  settle:
    "Grade by executing the answer in a sandbox, by applying the diff, or by exact assertions on a computed value.",
  async run({query, campaignId}) {
    const groups = await query<Group>(
      `select profile, stage, kind, grader, count(*) as n, count(*) filter (where verdict = 'pass') as passed,
         mode(reason) as says, (list(request_id order by task, attempt) filter (where request_id is not null))[1:200] as ids,
         list(distinct coalesce(source_file, file)) as files
       from attempts left join (select campaign_id, profile, stage, source_file from stages) using (campaign_id, profile, stage)
       where campaign_id = $campaign and grader in ('text-match', 'harness-flag')
       group by all order by profile, stage, grader`,
      {campaign: campaignId}
    );
    return told(
      groups.map((g) => ({
        profile: g.profile,
        stage: g.stage,
        detail: `${count(g.n, `${g.kind === "quality" ? "coding" : "image"} attempt`)} (${g.passed} passed) ${g.n === 1 ? "is" : "are"} graded ${WORDS[g.grader] ?? g.grader} (${g.says}).`,
        metrics: [g.kind],
        request_ids: g.ids ?? [],
        files: g.files
      }))
    );
  }
};
