import * as Plot from "@observablehq/plot";

/** Colours by meaning, as CSS variables, so that light, dark and print each have their tone. */
export const INK = {
  line: "var(--ink)",
  muted: "var(--muted)",
  faint: "var(--hairline)",
  pass: "var(--pass)",
  fail: "var(--fail)",
  caution: "var(--caution)",
  info: "var(--info)",
  band: "var(--band)"
};

/** Ground behind a label that lies on a grid. */
export const HALO = {stroke: "var(--paper)", strokeWidth: 4} as const;

/** A chart with its finding as title and its measure, unit, n and basis as subtitle. Several plots may share one figure. */
export interface ChartText {
  title: string;
  subtitle: string;
}

/** Wraps plots as a figure that a reader and a screen reader understand; simulated evidence gets a hatched ground. */
export function chartFigure({title, subtitle}: ChartText, plots: Element[], simulated: boolean): HTMLElement {
  const figure = document.createElement("figure");
  figure.className = simulated ? "chart simulated" : "chart";
  const caption = document.createElement("figcaption");
  const head = document.createElement("strong");
  head.textContent = title;
  const sub = document.createElement("span");
  sub.textContent = `${subtitle}${simulated ? "; simulated" : ""}`;
  caption.append(head, sub);
  const body = document.createElement("div");
  body.className = "plots";
  for (const plot of plots) {
    plot.setAttribute("role", "img");
    if (!plot.hasAttribute("aria-label")) plot.setAttribute("aria-label", title);
    // Plot names its groups by mark; the figure is one image, and only a group with a role may carry its name.
    for (const group of plot.querySelectorAll("g[aria-label]:not([role])")) group.setAttribute("role", "group");
    body.append(plot);
  }
  figure.append(caption, body);
  return figure;
}

/** Plot with the report's defaults: system type, no legend, variables for colours. */
export function plot(options: Plot.PlotOptions, label: string): Element {
  const node = Plot.plot({
    ...options,
    document,
    style: {fontFamily: "var(--sans)", fontSize: "12px", background: "none", color: "var(--ink)", overflow: "visible"}
  });
  node.setAttribute("aria-label", label);
  return node;
}
