import {verify} from "node:crypto";
import {Amendment, AmendmentLine} from "../../schema/journal.js";
import {canonicalJson} from "./canonicalJson.js";
import {chainLines} from "./chainLines.js";
import {dssePae} from "./dssePae.js";
import {publicKeyOf, type ReviewersFile} from "./reviewers.js";

/** One amendment with what its signature is worth. Only `effect` true may change a decision. */
export interface AmendmentStanding {
  seq: number;
  amendment: Amendment;
  /** `signed by NAME`, `claimed by NAME, unsigned`, or why the signature does not count. */
  standing: string;
  effect: boolean;
}

export interface AmendmentsReading {
  standings: AmendmentStanding[];
  /** sha256 of the last line; 64 zeros when there is none. */
  head: string;
  /** What was edited, cut, added in the middle or put in another order. With any, no amendment has an effect. */
  problems: string[];
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function inTime({from, until}: {from?: string | undefined; until?: string | undefined}, at: string): boolean {
  const t = Date.parse(at);
  return (from === undefined || t >= Date.parse(from)) && (until === undefined || t < Date.parse(until));
}

function standingOf(
  line: AmendmentLine,
  amendment: Amendment,
  reviewers: ReviewersFile["reviewers"],
  root: string | null
): {standing: string; effect: boolean; broken: boolean} {
  const no = (standing: string, broken = false) => ({standing, effect: false, broken});
  if (line.signatures.length === 0) return no(`claimed by ${amendment.by}, unsigned`);
  const own = line.signatures.find((s) => s.keyid === amendment.by);
  const reviewer = Object.hasOwn(reviewers, amendment.by) ? reviewers[amendment.by] : undefined;
  if (!own || !reviewer) return no(`claimed by ${amendment.by}, whose key is not in configs/reviewers.toml`);
  const key = publicKeyOf(reviewer.public_key);
  if (!key) return no(`claimed by ${amendment.by}, whose key in configs/reviewers.toml is not an ed25519 public key`);
  const bytes = dssePae(line.payload_type, Buffer.from(line.payload, "base64"));
  if (!verify(null, bytes, key, Buffer.from(own.sig, "base64")))
    return no(`the signature of ${amendment.by} does not fit: it was edited, or signed with another key`, true);
  if (!inTime(reviewer, amendment.at)) return no(`signed by ${amendment.by} outside the time of the key`);
  if (amendment.root !== root) return no(`signed by ${amendment.by} for another seal (root ${amendment.root})`);
  return {standing: `signed by ${amendment.by}`, effect: true, broken: false};
}

/**
 * Reads `amendments.jsonl` and says what each line is worth: chain, canonical payload, signature (ed25519 over DSSE's
 * PAE) by the key of the one it names, and whether it names `root`, the root of the newest seal. Pure.
 */
export function verifyAmendments(
  text: string,
  reviewers: ReviewersFile["reviewers"],
  root: string | null,
  campaignId: string | null = null
): AmendmentsReading {
  const problems: string[] = [];
  const raw = text.split("\n");
  if (raw.pop() !== "") problems.push(`line ${raw.length + 1} is cut`);
  const lines: {text: string; seq: number; prev: string}[] = [];
  const standings: AmendmentStanding[] = [];
  raw.forEach((line, i) => {
    const parsed = AmendmentLine.safeParse(parse(line));
    if (!parsed.success) {
      problems.push(`line ${i + 1} is not an amendment of assay.amendment/v1`);
      return;
    }
    if (JSON.stringify(parsed.data) !== line) problems.push(`line ${i + 1} is not written as Assay writes it`);
    lines.push({text: line, seq: parsed.data.seq, prev: parsed.data.prev});
    const payload = Buffer.from(parsed.data.payload, "base64");
    const amendment = Amendment.safeParse(parse(payload.toString("utf8")));
    if (!amendment.success || payload.toString("base64") !== parsed.data.payload) {
      problems.push(`line ${i + 1} holds no amendment`);
      return;
    }
    if (canonicalJson(amendment.data) !== payload.toString("utf8"))
      problems.push(`line ${i + 1} is not in canonical form`);
    const {broken, ...worth} = standingOf(parsed.data, amendment.data, reviewers, root);
    if (broken) problems.push(`line ${i + 1}: ${worth.standing}`);
    const elsewhere = campaignId !== null && amendment.data.campaign_id !== campaignId;
    standings.push({
      seq: parsed.data.seq,
      amendment: amendment.data,
      standing: elsewhere ? `${worth.standing}, for campaign ${amendment.data.campaign_id}` : worth.standing,
      effect: worth.effect && !elsewhere
    });
  });
  const chain = chainLines(lines);
  problems.push(...chain.problems);
  const clean = problems.length === 0;
  return {standings: standings.map((s) => ({...s, effect: s.effect && clean})), head: chain.head, problems};
}
