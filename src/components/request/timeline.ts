import * as d3 from "d3";
import type {Delta, RequestFields, SilentEvent} from "./requestData.js";

const LANES = ["role", "reasoning", "content", "tool", "usage"] as const;
type Lane = (typeof LANES)[number];

/** Lanes of events without output are low: each of their ticks weighs the same. */
const LOW: readonly Lane[] = ["role", "usage"];

export interface Phase {
  name: string;
  from: number;
  to: number;
}

/** Prefill, reasoning and answer as spans of time, as far as the request tells. */
export function phases(
  request: Pick<RequestFields, "ttfo_ms" | "ttft_ms" | "first_reasoning_ms" | "last_output_ms">
): Phase[] {
  const {ttfo_ms, ttft_ms, first_reasoning_ms, last_output_ms} = request;
  const spans: Phase[] = [];
  if (ttfo_ms !== null) spans.push({name: "prefill", from: 0, to: ttfo_ms});
  if (first_reasoning_ms !== null)
    spans.push({name: "reasoning", from: first_reasoning_ms, to: ttft_ms ?? last_output_ms ?? first_reasoning_ms});
  if (ttft_ms !== null && last_output_ms !== null) spans.push({name: "answer", from: ttft_ms, to: last_output_ms});
  return spans.filter((s) => s.to > s.from);
}

/**
 * Lanes by channel with a tick for each delta, its height by the tokens in it (all equal where the server did not count),
 * and lanes for the events without output (role, usage), over the phases as shaded ground. `point` is told the delta under the cursor or the arrow keys, null when it leaves.
 */
export function timeline(
  request: RequestFields,
  deltas: Delta[],
  silent: SilentEvent[],
  width: number,
  point: (index: number | null) => void
): SVGSVGElement {
  const lanes = LANES.filter((lane) => deltas.some((d) => d[1] === lane) || silent.some((e) => e[1] === lane));
  const lane = 54;
  const high = (l: Lane) => (LOW.includes(l) ? 26 : lane);
  const margin = {top: 26, right: 16, bottom: 36, left: 74};
  const height = margin.top + Math.max(lane, d3.sum(lanes, high)) + margin.bottom;
  const end = Math.max(request.e2e_ms ?? 0, deltas.at(-1)?.[0] ?? 0, silent.at(-1)?.[0] ?? 0, 1);
  const x = d3.scaleLinear([0, end], [margin.left, width - margin.right]);
  const most = d3.max(deltas, (d) => d[3] ?? 1) ?? 1;
  const tall = d3.scaleSqrt([0, most], [0, lane - 16]);
  const base = (channel: string) => margin.top + d3.sum(lanes.slice(0, lanes.indexOf(channel as Lane) + 1), high) - 6;
  const svg = d3
    .create("svg")
    .attr("viewBox", `0 0 ${width} ${height}`)
    .attr("width", width)
    .attr("height", height)
    .attr("class", "timeline")
    .attr("role", "img")
    .attr("tabindex", 0)
    .attr(
      "aria-label",
      `Timeline of ${deltas.length} output deltas over ${Math.round(end)} ms; arrow keys step through them`
    );
  const ground = svg.append("g").selectAll("g").data(phases(request)).join("g");
  ground
    .append("rect")
    .attr("class", (p) => `phase ${p.name}`)
    .attr("x", (p) => x(p.from))
    .attr("width", (p) => Math.max(1, x(p.to) - x(p.from)))
    .attr("y", margin.top)
    .attr("height", height - margin.top - margin.bottom);
  ground
    .filter((p) => x(p.to) - x(p.from) > 52)
    .append("text")
    .attr("x", (p) => x(p.from) + 4)
    .attr("y", margin.top - 8)
    .text((p) => p.name);
  svg
    .append("g")
    .selectAll("text")
    .data(lanes)
    .join("text")
    .attr("class", "lane")
    .attr("x", 0)
    .attr("y", (l) => base(l) - 4)
    .text((l) => l);
  svg
    .append("g")
    .selectAll("line")
    .data(lanes)
    .join("line")
    .attr("class", "baseline")
    .attr("x1", margin.left)
    .attr("x2", width - margin.right)
    .attr("y1", base)
    .attr("y2", base);
  svg
    .append("g")
    .selectAll("line")
    .data(silent)
    .join("line")
    .attr("class", "delta silent")
    .attr("x1", (e) => x(e[0]))
    .attr("x2", (e) => x(e[0]))
    .attr("y1", (e) => base(e[1]))
    .attr("y2", (e) => base(e[1]) - 14)
    .append("title")
    .text((e) => `${e[2]}, ${Math.round(e[0])} ms`);
  const ticks = svg
    .append("g")
    .selectAll("line")
    .data(deltas)
    .join("line")
    .attr("class", (d) => `delta ${d[1]}`)
    .attr("x1", (d) => x(d[0]))
    .attr("x2", (d) => x(d[0]))
    .attr("y1", (d) => base(d[1]))
    .attr("y2", (d) => base(d[1]) - Math.max(3, tall(d[3] ?? most)));
  svg
    .append("g")
    .attr("transform", `translate(0,${height - margin.bottom})`)
    .call(d3.axisBottom(x).ticks(width < 500 ? 4 : 8))
    .append("text")
    .attr("class", "axis-label")
    .attr("x", width - margin.right)
    .attr("y", 32)
    .attr("text-anchor", "end")
    .text("ms since the first byte was sent");
  pointing(svg, ticks, deltas, x, point);
  const node = svg.node();
  if (!node) throw new Error("d3 made no svg");
  return node;
}

type Ticks = d3.Selection<d3.BaseType | SVGLineElement, Delta, SVGGElement, undefined>;

function pointing(
  svg: d3.Selection<SVGSVGElement, undefined, null, undefined>,
  ticks: Ticks,
  deltas: Delta[],
  x: d3.ScaleLinear<number, number>,
  point: (index: number | null) => void
): void {
  const bisect = d3.bisector((d: Delta) => d[0]).center;
  let at: number | null = null;
  const go = (index: number | null) => {
    at = index;
    ticks.classed("pointed", (_, i) => i === index);
    point(index);
  };
  svg.on(
    "pointermove",
    (event: PointerEvent) => deltas.length > 0 && go(bisect(deltas, x.invert(d3.pointer(event)[0])))
  );
  svg.on("pointerleave", () => go(null));
  svg.on("keydown", (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0 || deltas.length === 0) return;
    event.preventDefault();
    go(Math.min(deltas.length - 1, Math.max(0, (at ?? (step === 1 ? -1 : deltas.length)) + step)));
  });
}
