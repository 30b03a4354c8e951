import {element} from "../element.js";
import {formatChange, formatNumber} from "../formatNumber.js";
import {mountPage} from "../mountPage.js";
import {nominalLabel} from "../pointLabel.js";
import {sortableTable} from "../sortableTable.js";
import {pairPoints, type ComparePoint} from "./likeness.js";

const METRICS = [
  ["decode_tok_s", "decode p50, tok/s"],
  ["tpot_ms", "TPOT p50, ms"],
  ["effective_prefill_tok_s", "effective prefill p50, tok/s"],
  ["uncached_prefill_tok_s", "uncached prefill p50, tok/s"],
  ["ttft_ms", "TTFT p50, ms"],
  ["output_tok_s", "output of the stage, tok/s"]
] as const;
type Metric = (typeof METRICS)[number][0];

/** Two profiles of any campaigns side by side, like with like only; the choice is kept in the address. Returns what undoes it. */
export function mountCompare(place: HTMLElement, points: ComparePoint[]): () => void {
  const undo = mountPage();
  const profiles = [...new Set(points.map(key))];
  const chosen = new URLSearchParams(location.hash.slice(1));
  const choice = {
    a: known(profiles, chosen.get("a")) ?? profiles[0] ?? "",
    b: known(profiles, chosen.get("b")) ?? profiles[1] ?? profiles[0] ?? "",
    metric: METRICS.find(([id]) => id === chosen.get("metric"))?.[0] ?? ("decode_tok_s" as Metric)
  };
  if (profiles.length === 0) {
    place.replaceChildren(element("p", {}, "No campaign of this report holds a measured point."));
    return undo;
  }
  const output = element("div", {"aria-live": "polite"});
  const draw = () => {
    history.replaceState(history.state, "", `#${new URLSearchParams(choice).toString()}`);
    const of = (name: string) => points.filter((p) => key(p) === name);
    output.replaceChildren(...result(of(choice.a), of(choice.b), choice.metric));
  };
  const pick = (label: string, options: [string, string][], field: keyof typeof choice) => {
    const select = element(
      "select",
      {},
      ...options.map(([value, name]) =>
        element("option", value === choice[field] ? {value, selected: ""} : {value}, name)
      )
    );
    select.onchange = () => {
      Object.assign(choice, {[field]: select.value});
      draw();
    };
    return element("label", {}, label, select);
  };
  const names = profiles.map((p): [string, string] => [p, p]);
  place.replaceChildren(
    element(
      "div",
      {class: "compare-pick"},
      pick("first", names, "a"),
      pick("second", names, "b"),
      pick(
        "measure",
        METRICS.map(([id, name]) => [id, name]),
        "metric"
      )
    ),
    output
  );
  draw();
  return undo;
}

const key = (p: ComparePoint) => `${p.campaign_id} / ${p.profile}`;
const known = (all: string[], name: string | null) => all.find((p) => p === name);

function result(a: ComparePoint[], b: ComparePoint[], metric: Metric): Node[] {
  const pairs = pairPoints(a, b);
  if (pairs.length === 0)
    return [element("p", {}, "Not comparable: the two have no point of the same nominal prompt and concurrency.")];
  const alike = pairs.filter((p) => p.reasons.length === 0);
  const number = (value: number | null) =>
    value === null
      ? element("span", {class: "missing"}, "not measured")
      : element("span", {title: `exactly ${value}`}, formatNumber(value));
  const rows = pairs.map(({a: left, b: right, reasons}) => {
    const x = left[metric];
    const y = right[metric];
    const ratio = reasons.length > 0 || x === null || y === null || x === 0 ? null : y / x;
    return element(
      "tr",
      {},
      element(
        "th",
        {scope: "row"},
        `${left.nominal_prompt_tokens === null ? left.stage : nominalLabel(left.nominal_prompt_tokens)}${left.concurrency === null ? "" : `, C${left.concurrency}`}`
      ),
      element("td", {class: "numeric"}, number(x), element("small", {}, counts(left))),
      element("td", {class: "numeric"}, number(y), element("small", {}, counts(right))),
      element(
        "td",
        {class: "numeric"},
        ratio === null
          ? ""
          : element("span", {title: `exactly ${ratio}`}, formatNumber(ratio), element("small", {}, formatChange(ratio)))
      ),
      element(
        "td",
        {},
        reasons.length === 0 ? "alike; plain ratio of medians, no interval" : `not comparable. ${reasons.join("; ")}`
      )
    );
  });
  const heads = ["point", "first", "second", "second / first", "like with like?"].map((name, i) =>
    element("th", {scope: "col", ...(i > 0 && i < 4 ? {class: "numeric"} : {})}, name)
  );
  const table = element(
    "table",
    {class: "sortable"},
    element("caption", {}, "One pair of points a row"),
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows)
  );
  sortableTable(table);
  const sentence =
    alike.length === 0
      ? "No pair is like with like; the reasons stand in the last column."
      : `${alike.length} of ${pairs.length} pairs are like with like. A ratio across campaigns has no interval: only a comparison that a plan declares can say faster or slower.`;
  return [
    element("p", {}, sentence),
    element("div", {class: "scroll", role: "region", tabindex: "0", "aria-label": "Pairs of points"}, table)
  ];
}

const counts = (p: ComparePoint) =>
  [
    `n ${p.n_ok}`,
    p.n_failed > 0 ? `${p.n_failed} failed` : null,
    p.basis,
    p.reported ? "reported" : null,
    p.simulated ? "simulated" : null
  ]
    .filter(Boolean)
    .join(", ");
