import type {Plot as Drawn} from "@observablehq/plot";
import {HALO} from "./chartStyle.js";
import {spread} from "./spread.js";

const GROUND = {stroke: HALO.stroke, "stroke-width": String(HALO.strokeWidth), "paint-order": "stroke"};

export interface EndLabel {
  /** Of the end of the line, in data. */
  x: number;
  y: number;
  text: string;
  fill: string;
}

/** Mean width of a character of a label, in pixels. */
const CHARACTER = 5.8;

/** Pixels between the right edge of a plot and the names beside it, the hairlines included. */
const LEAD = 22;

/** Room at the right for the longest of some names, at most two fifths of a plot `width` pixels wide. */
export const labelRoom = (names: string[], width: number): number =>
  Math.ceil(Math.min(Math.max(...names.map((n) => n.length)) * CHARACTER + LEAD, 180, width * 0.42));

/**
 * Whether a line's name stands beside its end, inside the plot: it ends before the others, and there is room for the whole
 * name before `right`, where the column of names begins. All in pixels.
 */
export const hasRoom = (end: number, text: string, last: number, right: number): boolean =>
  end < last - 1 && end + 9 + text.length * CHARACTER < right;

/**
 * Writes each line's name at the right of a plot, at the height of its end, pushed apart and led to it by a hairline. A line
 * that ends well before the others has its name beside its end: a long hairline across the plot would read as data.
 */
export function endLabels(plot: Element, labels: EndLabel[], width: number): void {
  const {scale} = plot as unknown as Pick<Drawn, "scale">;
  const x = scale("x");
  const y = scale("y");
  if (!x || !y) return;
  const right = Number([...(x.range ?? [width])].at(-1) ?? width);
  const ends = labels.map((l) => ({...l, px: x.apply(l.x) as number, py: y.apply(l.y) as number}));
  const last = Math.max(...ends.map((e) => e.px));
  const early = ({px, text}: (typeof ends)[number]) => hasRoom(px, text, last, right);
  const heights = new Map<(typeof ends)[number], number>();
  for (const side of [ends.filter((e) => early(e)), ends.filter((e) => !early(e))])
    spread(
      side.map((e) => e.py),
      13
    ).forEach((height, i) => side[i] && heights.set(side[i], height));
  const most = Math.max(6, Math.floor((width - right - 12) / CHARACTER));
  const group = svg("g", {"font-size": 11});
  for (const end of ends) {
    const {px, py, text, fill} = end;
    const y2 = heights.get(end) ?? py;
    const beside = early(end);
    const label = svg("text", {x: beside ? px + 9 : right + 11, y: y2, dy: "0.32em", "text-anchor": "start", fill});
    // Other lines may pass beneath a name that stands within the plot.
    if (beside) for (const [name, value] of Object.entries(GROUND)) label.setAttribute(name, value);
    const whole = svg("title", {});
    whole.textContent = text;
    label.append(!beside && text.length > most ? `${text.slice(0, most - 1)}…` : text, whole);
    if (!beside)
      group.append(svg("line", {x1: px + 5, y1: py, x2: right + 8, y2, stroke: fill, "stroke-opacity": 0.4}));
    group.append(label);
  }
  plot.append(group);
}

/** Plain elements: d3 whole would weigh more than the rest of the page. */
function svg(name: string, attributes: Record<string, string | number>): SVGElement {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}
