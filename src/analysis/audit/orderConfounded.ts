import {told, type AuditContext, type Comparison, type Rule, type Seen} from "./rule.js";

interface Turn {
  profile: string;
  boot: string;
  first: string | null;
  files: string[];
}

export const orderConfounded: Rule = {
  id: "order-confounded",
  severity: "weakens",
  title: "The arms were not measured in turn",
  why: "When one arm was measured wholly before the other, whatever changed on the host in between (heat, clocks, caches, neighbours) looks like a difference of the arms.",
  fires: "the boots of the arms are not interleaved in time: all of one arm lie before all of the other",
  settle: "Measure the arms in turn over fresh boots: ABBA.",
  async run(context) {
    const seen: Seen[] = [];
    const cannotTell: string[] = [];
    for (const c of context.comparisons) {
      const turns = await turnsOf(context, c);
      const arms = new Set(turns.map((t) => t.profile));
      if (arms.size < 2) continue;
      if (turns.some((t) => t.first === null)) {
        cannotTell.push(`${c.comparison_id}: when the arms were measured is not recorded`);
        continue;
      }
      const runs = turns.filter((t, i) => i === 0 || turns[i - 1]?.profile !== t.profile).length;
      if (runs > 2) continue;
      seen.push({
        comparison_id: c.comparison_id,
        profile: c.candidate,
        detail: `The order was ${turns.map((t) => (t.profile === c.baseline ? "A" : "B")).join("")} (A: ${c.baseline}, B: ${c.candidate}): the first boot was measured from ${turns[0]?.first ?? ""}, the last from ${turns.at(-1)?.first ?? ""}.`,
        metrics: [c.metric],
        files: [...new Set(turns.flatMap((t) => t.files))]
      });
    }
    return told(seen, cannotTell);
  }
};

/** The boots behind a comparison, in the order in which they were measured. */
async function turnsOf({query, campaignId}: AuditContext, c: Comparison): Promise<Turn[]> {
  return query<Turn>(
    `select profile, coalesce(boot_id, 'unknown') as boot, min(started_at) as first,
       list(distinct coalesce(source_file, file)) as files
     from stages where campaign_id = $campaign and kind = 'capacity' and profile in ($a, $b)
       and nominal_prompt_tokens = $prompt and concurrency = $concurrency
     group by all order by first, profile`,
    {campaign: campaignId, a: c.baseline, b: c.candidate, prompt: c.nominal_prompt_tokens, concurrency: c.concurrency}
  );
}
