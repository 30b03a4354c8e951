import type {Plot as Drawn} from "@observablehq/plot";
import {spread} from "./spread.js";

export interface EndLabel {
  /** Of the end of the line, in data. */
  x: number;
  y: number;
  text: string;
  fill: string;
}

/** Writes each line's name at the right of a plot, at the height of its end, pushed apart and led to it by a hairline. */
export function endLabels(plot: Element, labels: EndLabel[], width: number): void {
  const {scale} = plot as unknown as Pick<Drawn, "scale">;
  const x = scale("x");
  const y = scale("y");
  if (!x || !y) return;
  const right = Number([...(x.range ?? [width])].at(-1) ?? width);
  const ends = labels.map((l) => ({...l, px: x.apply(l.x) as number, py: y.apply(l.y) as number}));
  const heights = spread(
    ends.map((e) => e.py),
    13
  );
  const most = Math.max(6, Math.floor((width - right - 14) / 5.8));
  const group = svg("g", {"font-size": 11});
  ends.forEach(({px, py, text, fill}, i) => {
    const y2 = heights[i] ?? 0;
    const label = svg("text", {x: right + 11, y: y2, dy: "0.32em", "text-anchor": "start", fill});
    const whole = svg("title", {});
    whole.textContent = text;
    label.append(text.length > most ? `${text.slice(0, most - 1)}…` : text, whole);
    group.append(svg("line", {x1: px + 5, y1: py, x2: right + 8, y2, stroke: fill, "stroke-opacity": 0.4}), label);
  });
  plot.append(group);
}

/** Plain elements: d3 whole would weigh more than the rest of the page. */
function svg(name: string, attributes: Record<string, string | number>): SVGElement {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}
