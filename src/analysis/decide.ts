import {Decision} from "../schema/decision.js";
import {appliedAmendments, realAmendmentEffects, type AppliedAmendments, type Reviewers} from "./appliedAmendments.js";
import type {Database} from "./database.js";
import type {Facts, ProfileFacts} from "./facts.js";
import {selectedOf} from "./facts.js";
import {failureSentences, limitationSentences} from "./failureSentences.js";
import {fileHashes} from "./fileHashes.js";
import {labels} from "./labels.js";
import {nextGate} from "./nextGate.js";
import {prepare} from "./prepare.js";
import {profileLabels} from "./profileLabel.js";
import {publishCounts} from "./publishCounts.js";
import {publishStages} from "./publishStages.js";
import type {LoadedCampaign} from "./readCampaign.js";
import {rulesHash} from "./rulesHash.js";
import {sampleCount} from "./sampleCount.js";
import {clopperPearsonLower} from "./statistics/index.js";
import {verdictSentence} from "./verdictSentence.js";

/**
 * The decision of a campaign, from its evidence alone (section 8.4). `asOf` (RFC 3339) leaves out later amendments; without it
 * those count whose time has come. `reviewers` are the keys that may sign (default: configs/reviewers.toml).
 * Throws a Problem for a campaign that is not loaded or a time that is none.
 */
export async function decide(
  db: Database,
  campaignId: string,
  options: {asOf?: string; reviewers?: Reviewers} = {},
  effects = realAmendmentEffects
): Promise<Decision> {
  const loaded = db.campaign(campaignId);
  const judged = await prepare(db, campaignId);
  const amended = await appliedAmendments(db, loaded, options, effects);
  const context = {campaignId, findings: judged.findings, hashes: fileHashes(loaded)};
  const values = [...(await publishStages(db, context)), ...(await publishCounts(db, context))];
  const judgedRows = await judgedProfiles(db, campaignId);
  const profiles = profileFacts(judgedRows);
  const facts: Facts = {
    origin: loaded.record.origin,
    simulated: loaded.record.simulated,
    authorized: amended.authorizes(profiles.find((p) => p.selected)?.profile ?? null),
    alpha: loaded.policy.alpha,
    profiles,
    gates: gateFacts(judgedRows, amended),
    values,
    comparisons: judged.comparisons,
    findings: judged.findings,
    failedStages: loaded.stages.flatMap(({record}) =>
      record.failure === null ? [] : [{profile: record.profile, stage: record.stage, ...record.failure}]
    )
  };
  const selected = selectedOf(facts);
  return Decision.parse({
    schema: "assay.decision/v1",
    campaign_id: campaignId,
    root_hash: loaded.manifest?.root ?? null,
    as_of: options.asOf ?? null,
    simulated: facts.simulated,
    complete: isComplete(facts),
    identity: identity(loaded, facts),
    verdict: verdictSentence(facts),
    profiles: profiles
      .filter((p) => p.role !== "incumbent")
      .map(({profile, outcome, reason}) => ({profile, outcome, reason})),
    selected: selected?.profile ?? null,
    sample_count: await sampleCount(db, loaded, selected?.profile ?? null),
    gates: facts.gates,
    values,
    comparisons: judged.comparisons,
    findings: judged.findings,
    cannot_tell: judged.cannotTell,
    failures: failureSentences(facts),
    limitations: limitationSentences(facts),
    labels: labels(loaded, facts),
    promotion_authorized: facts.authorized,
    amendments: amended.shown,
    next_gate: nextGate(facts),
    rules_hash: await rulesHash(loaded.policySha256)
  });
}

type GateRow = Omit<Facts["gates"][number], "profile" | "waived">;

/** Every profile that is in question, the selected one first, with its gates in the policy's order. */
async function judgedProfiles(
  db: Database,
  campaignId: string
): Promise<(Omit<ProfileFacts, "label"> & {gates: GateRow[]})[]> {
  // The text of `decisions` reads the gates of this statement: by its name it would judge every gate once more.
  const [view] = await db.query<{text: string}>(
    "select regexp_replace(sql, '^CREATE VIEW .*? AS ', '') as text from duckdb_views() where view_name = 'decisions' and database_name = current_database()"
  );
  return db.query(
    `with gates as materialized (select * from gates where campaign_id = $1),
     decided as (${view?.text.replace(/;\s*$/, "") ?? ""})
     select profile, d.role, d.outcome, d.reason, d.selected, d.context_tokens,
       list({gate: gate, title: title, class: class, required: required, verdict: verdict, reason: g.reason,
         threshold: threshold, value: value, files: files} order by position) as gates
     from decided as d join gates as g using (campaign_id, profile)
     group by all order by selected desc, context_tokens desc nulls last, profile`,
    [campaignId]
  );
}

function profileFacts(rows: Awaited<ReturnType<typeof judgedProfiles>>): ProfileFacts[] {
  const names = profileLabels(rows);
  return rows.map(({gates: _, ...row}) => ({...row, label: names.get(row.profile) ?? row.profile}));
}

function gateFacts(rows: Awaited<ReturnType<typeof judgedProfiles>>, amended: AppliedAmendments): Facts["gates"] {
  return [...rows]
    .sort((a, b) => (a.profile < b.profile ? -1 : 1))
    .flatMap(({profile, gates}) =>
      gates.map((row) => ({
        profile,
        ...row,
        reason: withBound(row),
        waived: amended.waivers.some((w) => w.profile === profile && w.gate === row.gate)
      }))
    );
}

/** A pass rate carries its bound: of tasks, not of repeats. */
function withBound({gate, verdict, reason, value}: GateRow): string {
  if (verdict !== "pass" || value === null) return reason;
  const tasks = /; (\d+) of (\d+) tasks$/.exec(reason);
  const lower = tasks
    ? clopperPearsonLower(Number(tasks[1]), Number(tasks[2]))
    : gate === "endurance"
      ? clopperPearsonLower(value, value)
      : null;
  return lower === null ? reason : `${reason}; at least ${(lower * 100).toFixed(1)} % at 95 % confidence`;
}

/** No required gate of the selected profile is open; without one, none of any profile that is still in question. */
function isComplete(facts: Facts): boolean {
  const selected = selectedOf(facts);
  const asked = selected ? [selected] : facts.profiles.filter((p) => p.outcome === "incomplete");
  const open = facts.gates.filter(
    (g) => g.required && !g.waived && (g.verdict === "inconclusive" || g.verdict === "not-run")
  );
  return facts.profiles.length > 0 && !asked.some((p) => open.some((g) => g.profile === p.profile));
}

function identity(loaded: LoadedCampaign, facts: Facts): Decision["identity"] {
  const {record} = loaded;
  const subject =
    record.profiles.find((p) => p.profile === selectedOf(facts)?.profile) ??
    record.profiles.find((p) => p.role === "candidate") ??
    record.profiles[0];
  const pinned = (name: string | null | undefined, pin: string | null | undefined) =>
    name && pin && !name.includes("@") ? `${name}@${pin}` : (name ?? null);
  const model = pinned(subject?.model, subject?.model_revision);
  const image = pinned(subject?.image, subject?.image_digest);
  return {
    model,
    image,
    served_model: subject?.served_model ?? null,
    hardware: record.hardware,
    context_tokens: subject?.context_tokens ?? null,
    concurrency: subject?.concurrency ?? null,
    recipe: subject?.recipe ?? null,
    unpinned: !model?.includes("@") || !image?.includes("@sha256:")
  };
}
