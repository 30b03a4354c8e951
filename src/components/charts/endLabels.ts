import {select} from "d3";
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
  const most = Math.max(6, Math.floor((width - right - 14) / 6.2));
  const groups = select(plot).append("g").attr("font-size", 10.5).selectAll("g").data(ends).join("g");
  groups
    .append("line")
    .attr("x1", (e) => e.px + 5)
    .attr("y1", (e) => e.py)
    .attr("x2", right + 8)
    .attr("y2", (_, i) => heights[i] ?? 0)
    .attr("stroke", (e) => e.fill)
    .attr("stroke-opacity", 0.4);
  groups
    .append("text")
    .attr("x", right + 11)
    .attr("y", (_, i) => heights[i] ?? 0)
    .attr("dy", "0.32em")
    .attr("text-anchor", "start")
    .attr("fill", (e) => e.fill)
    .text((e) => (e.text.length > most ? `${e.text.slice(0, most - 1)}…` : e.text))
    .append("title")
    .text((e) => e.text);
}
