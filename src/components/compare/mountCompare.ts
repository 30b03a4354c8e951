import {element} from "../element.js";
import {formatChange, formatNumber} from "../formatNumber.js";
import {mountPage} from "../mountPage.js";
import {pointLabel} from "../pointLabel.js";
import {sortableTable} from "../sortableTable.js";
import {alikeProfiles, firstPair, pairPoints, profileKey, type ComparePoint} from "./likeness.js";

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
  const profiles = [...new Set(points.map(profileKey))];
  const chosen = new URLSearchParams(location.hash.slice(1));
  const opening = firstPair(points);
  if (opening === null) {
    place.replaceChildren(element("p", {}, "No campaign of this report holds a measured point."));
    return undo;
  }
  const choice = {
    a: known(profiles, chosen.get("a")) ?? opening[0],
    b: known(profiles, chosen.get("b")) ?? opening[1],
    metric: METRICS.find(([id]) => id === chosen.get("metric"))?.[0] ?? ("decode_tok_s" as Metric)
  };
  const output = element("div", {"aria-live": "polite"});
  const select = (field: keyof typeof choice, groups: Groups) => {
    const node = element("select", {}, ...options(groups, choice[field]));
    node.onchange = () => {
      Object.assign(choice, {[field]: node.value});
      draw();
    };
    return node;
  };
  const first = select("a", byCampaign(profiles));
  const second = select("b", []);
  const draw = () => {
    history.replaceState(history.state, "", `#${new URLSearchParams(choice).toString()}`);
    second.replaceChildren(...options(byLikeness(profiles, alikeProfiles(points, choice.a)), choice.b));
    const of = (name: string) => points.filter((p) => profileKey(p) === name);
    output.replaceChildren(...result(of(choice.a), of(choice.b), choice.metric));
  };
  const measures = select("metric", [["", METRICS.map(([id, name]) => [id, name])]]);
  place.replaceChildren(
    element(
      "div",
      {class: "compare-pick"},
      element("label", {}, "first", first),
      element("label", {}, "second", second),
      element("label", {}, "measure", measures)
    ),
    output
  );
  draw();
  return undo;
}

/** Options of a choice in groups: a group's name (empty for none), and its values with their names. */
type Groups = [group: string, options: [value: string, name: string][]][];

const options = (groups: Groups, chosen: string) =>
  groups
    .filter(([, of]) => of.length > 0)
    .flatMap(([group, of]) => {
      const nodes = of.map(([value, name]) =>
        element("option", value === chosen ? {value, selected: ""} : {value}, name)
      );
      return group === "" ? nodes : [element("optgroup", {label: group}, ...nodes)];
    });

/** Newest campaign first, each profile under its campaign. */
const byCampaign = (profiles: string[]): Groups =>
  [...new Set(profiles.map((p) => p.split(" / ")[0] ?? ""))]
    .sort()
    .reverse()
    .map((campaign) => [campaign, profiles.filter((p) => p.startsWith(`${campaign} / `)).map((p) => [p, p])]);

/** Profiles that have a like point first, so that a reader need not search. */
const byLikeness = (profiles: string[], alike: Map<string, number>): Groups => [
  [
    "with points like those of the first",
    profiles.filter((p) => alike.has(p)).map((p) => [p, `${p} (${alike.get(p)} alike)`])
  ],
  ["with none, and the reason why", profiles.filter((p) => !alike.has(p)).map((p) => [p, p])]
];

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
        pointLabel(left),
        element("small", {}, left.stage === right.stage ? left.stage : `${left.stage} and ${right.stage}`)
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
