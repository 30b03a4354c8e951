import {formatNumber} from "../../components/formatNumber.js";
import type {Decision, PublishedValue} from "../../schema/decision.js";
import {html, type Html} from "../html.js";
import {table} from "./table.js";
import {originWords, type CampaignFacts} from "./verdictSection.js";

interface Row {
  decision: Decision;
  facts: CampaignFacts;
  decode: PublishedValue | null;
}

/**
 * The first decode rate of a campaign's selected profile, else of its first profile that has one, that no finding invalidates;
 * null without any.
 */
function firstDecode({values, selected, findings}: Decision): PublishedValue | null {
  const invalidated = new Set(
    findings.flatMap((f) => (f.severity === "invalidates" ? [`${f.rule} ${f.profile ?? ""}/${f.stage ?? ""}`] : []))
  );
  const pointOf = ({id}: PublishedValue) => id.split("/").slice(0, 2).join("/");
  const rates = values.filter(
    (value) =>
      value.name === "decode_tok_s_p50" &&
      value.value !== null &&
      !value.findings.some((rule) => invalidated.has(`${rule} ${pointOf(value)}`))
  );
  return rates.find((value) => value.id.startsWith(`${selected}/`)) ?? rates[0] ?? null;
}

/** All campaigns side by side, our own and imported ones, each with the basis of its figure: figures of different bases do not rank. */
export function campaignTable(campaigns: {decision: Decision; facts: CampaignFacts}[]): Html {
  const rows = campaigns.map((one): Row => ({...one, decode: firstDecode(one.decision)}));
  return html`<section>
    <h2 id="side-by-side">Side by side</h2>
    <p>
      One decode rate a campaign that no finding invalidates, with what it was measured by. Only figures of one basis
      may be ranked, and only for alike points: <a href="./compare.html">compare</a> does that.
    </p>
    ${table<Row>("One campaign a row, the newest first", rows, [
      {
        head: "campaign",
        cell: ({decision: {campaign_id: id}}) => html`<a href="./campaign/${id}.html">${id}</a>`,
        sort: ({decision}) => decision.campaign_id
      },
      {
        head: "evidence",
        cell: ({decision, facts}) => `${originWords(facts.origin)}${decision.simulated ? ", simulated" : ""}`
      },
      {head: "point", cell: ({decode}) => decode?.id.split("/").slice(0, 2).join(", ") ?? "none"},
      {
        head: "decode p50, tok/s",
        numeric: true,
        cell: ({decode}) => (decode?.value == null ? "no sound figure" : formatNumber(decode.value)),
        sort: ({decode}) => decode?.value ?? null
      },
      {head: "n", numeric: true, cell: ({decode}) => String(decode?.n ?? 0), sort: ({decode}) => decode?.n ?? null},
      {
        head: "basis",
        cell: ({decode, facts}) => decode?.basis ?? (facts.origin === "reported" ? "reported" : "none")
      }
    ])}
  </section>`;
}
