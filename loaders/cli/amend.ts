import {dirname} from "node:path";
import {Command} from "commander";
import {nearestName} from "../../src/metrics/names/nearestName.js";
import {canonicalJson} from "../../src/metrics/sealed/canonicalJson.js";
import type {ReviewersFile} from "../../src/metrics/sealed/reviewers.js";
import {sha256} from "../../src/metrics/sealed/sha256.js";
import {Instant, Sha256} from "../../src/schema/common.js";
import {GATES} from "../../src/schema/policy.js";
import {Problem} from "../../src/schema/problem.js";
import {amendCampaign} from "../record/index.js";
import {newKey, readPrivateKey} from "./amendKey.js";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import type {CliEffects} from "./effects.js";
import {findCampaign} from "./findCampaign.js";
import {readReviewers} from "./readReviewers.js";

interface Options {
  kind?: string;
  profile?: string;
  gate?: string;
  reason?: string;
  by?: string;
  key?: string;
  at?: string;
  newKey?: string;
  decisionSha256?: string;
  reviewers?: string;
}

const KINDS = ["review", "waiver", "authorisation"] as const;
type Kind = (typeof KINDS)[number];

/** Checks what was given, and tells every fault at once. */
function statementOf(options: Options, now: Date) {
  const faults: string[] = [];
  const kind: Kind | undefined = KINDS.find((k) => k === options.kind);
  if (!kind) faults.push(`--kind is one of ${KINDS.join(", ")}${meant(options.kind ?? "", KINDS)}`);
  if (!options.by?.trim()) faults.push("--by NAME says who amends");
  if (!options.reason?.trim()) faults.push("--reason TEXT says why");
  const gates = GATES.map((g): string => g.gate);
  if (options.gate !== undefined && !gates.includes(options.gate))
    faults.push(`--gate is one of ${gates.join(", ")}${meant(options.gate, gates)}`);
  if (kind === "waiver" && (!options.profile || !options.gate)) faults.push("a waiver names --profile and --gate");
  const at = options.at ?? now.toISOString();
  if (!Instant.safeParse(at).success || Number.isNaN(Date.parse(at))) faults.push("--at is an RFC 3339 time");
  if (options.decisionSha256 !== undefined && !Sha256.safeParse(options.decisionSha256).success)
    faults.push("--decision-sha256 is 64 lower-case hex digits");
  if (faults.length > 0 || !kind)
    throw new Problem("bad-amendment", "This amendment is not complete", {
      why: faults.join("; "),
      left: "the amendments",
      next: "npm run amend -- --help shows examples"
    });
  return {
    kind,
    at,
    by: options.by ?? "",
    reason: options.reason ?? "",
    profile: options.profile ?? null,
    gate: options.gate ?? null
  };
}

const meant = (written: string, known: readonly string[]) => {
  const near = nearestName(written, known);
  return near === null ? "" : ` (did you mean "${near}"?)`;
};

/** Checks that the campaign has the profile, and gives the hash of the decision as it stands: what is signed. */
async function decisionHash(
  folder: string,
  id: string,
  profile: string | null,
  reviewers: ReviewersFile["reviewers"],
  effects: CliEffects
): Promise<string> {
  const {openDatabase} = await import("../../src/analysis/database.js");
  const {decide} = await import("../../src/analysis/decide.js");
  const db = await openDatabase(dirname(folder), {campaigns: [id]});
  try {
    const decision = await decide(db, id, {reviewers}, effects);
    const names = decision.gates.map((g) => g.profile);
    if (profile !== null && !names.includes(profile))
      throw new Problem("no-profile", `This campaign has no profile ${profile}`, {
        where: folder,
        left: "the amendments",
        next: `name one of ${[...new Set(names)].join(", ")}${meant(profile, names)}`
      });
    return sha256(canonicalJson(decision));
  } finally {
    db.close();
  }
}

export const define = (): Definition =>
  defineCommand(
    new Command("amend")
      .description(
        "Append a person's review, waiver or authorisation to a sealed campaign. It counts only with a good signature."
      )
      .argument("[campaign]", "the campaign's id or folder")
      .option("--kind <kind>", "review, waiver or authorisation")
      .option("--profile <profile>", "the profile it is about")
      .option("--gate <gate>", "the gate that is waived, e.g. reserve")
      .option("--reason <text>", "why")
      .option("--by <name>", "who says so; a name of configs/reviewers.toml")
      .option("--key <file>", "private key (PEM) to sign with; without it the amendment is a claim and has no effect")
      .option("--at <time>", "RFC 3339 time from which it counts (default: now)")
      .option("--decision-sha256 <hash>", "the decision that was looked at (default: the decision as it stands)")
      .option("--reviewers <file>", "public keys (default: configs/reviewers.toml)")
      .option("--new-key <name>", "make a key pair for this reviewer; --key names the file of the private key"),
    {
      json: "print the amendment and its standing as JSON",
      examples: [
        ["npm run amend -- --new-key alice", "a key pair; prints the table for configs/reviewers.toml"],
        [
          'npm run amend -- 2026-09-02-x --kind waiver --profile glm-393k --gate reserve --reason "2,101 MiB are enough here" --by alice --key ~/.config/assay/alice.pem',
          "a signed waiver of one gate of one profile"
        ]
      ]
    }
  );

/** `amend CAMPAIGN --kind K --by NAME --reason TEXT ...`, or `amend --new-key NAME`. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {args, options} = parseArguments<Options>(define(), argv, effects);
  if (options.newKey !== undefined) return newKey(options.newKey, options.key, options.json === true, effects);
  const named = args[0];
  if (named === undefined)
    throw new Problem("no-campaign", "No campaign is named", {next: "npm run amend -- CAMPAIGN --kind review ..."});

  const statement = statementOf(options, effects.now());
  const reviewers = await readReviewers(options.reviewers, effects);
  const key = options.key === undefined ? null : await readPrivateKey(options.key, effects);
  const {id, folder} = await findCampaign(named, options.evidence, effects);
  const decision_sha256 =
    options.decisionSha256 ?? (await decisionHash(folder, id, statement.profile, reviewers, effects));
  const {amendment, standing, effect, seq} = await amendCampaign(
    folder,
    {...statement, decision_sha256},
    {key, reviewers}
  );
  if (options.json) effects.out(`${JSON.stringify({seq, standing, effect, amendment})}\n`);
  else
    effects.out(
      `${amendment.kind} ${seq} of ${amendment.campaign_id}: ${standing}; ${effect ? "it counts" : "it has no effect"} from ${amendment.at}\n` +
        `  root ${amendment.root}\n  decision ${amendment.decision_sha256}\n`
    );
  return 0;
}
