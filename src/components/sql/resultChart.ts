import * as Plot from "@observablehq/plot";
import {INK, plot} from "../charts/chartStyle.js";
import type {ResultTable} from "./openDatabase.js";

const isNumber = (value: unknown) => typeof value === "number";

/** Columns that hold numbers, and those that do not, in order. */
export function columnKinds({columns, rows}: ResultTable): {numbers: number[]; words: number[]} {
  const numeric = columns.map(
    (_, i) => rows.some((r) => isNumber(r[i])) && rows.every((r) => r[i] === null || isNumber(r[i]))
  );
  return {
    numbers: columns.flatMap((_, i) => (numeric[i] ? [i] : [])),
    words: columns.flatMap((_, i) => (numeric[i] ? [] : [i]))
  };
}

/** What a reader chose to draw: column indexes; `x` null draws one bar a row. */
export interface ChartChoice {
  x: number;
  y: number;
}

/** A first choice: words against the last number, else the first number against the last. Null when nothing is a number. */
export function defaultChoice(result: ResultTable): ChartChoice | null {
  const {numbers, words} = columnKinds(result);
  const y = numbers.at(-1);
  if (y === undefined || result.rows.length === 0) return null;
  const x = words.at(-1) ?? numbers.find((n) => n !== y) ?? y;
  return {x, y};
}

const MOST_BARS = 60;

/** Bars for words, points for numbers; at most 60 bars, and the label says when there are more rows. */
export function resultChart(result: ResultTable, {x, y}: ChartChoice, width: number): Element {
  const name = (i: number) => result.columns[i]?.name ?? "";
  const label = `${name(y)} over ${name(x)}`;
  if (columnKinds(result).numbers.includes(x)) {
    return plot(
      {
        width,
        height: 280,
        marginLeft: 60,
        x: {label: name(x), nice: true},
        y: {label: name(y), grid: true, nice: true},
        marks: [
          Plot.dot(result.rows, {
            x: (r: unknown[]) => r[x],
            y: (r: unknown[]) => r[y],
            fill: INK.info,
            fillOpacity: 0.7
          })
        ]
      },
      label
    );
  }
  const rows = result.rows
    .slice(0, MOST_BARS)
    .map((r, i) => ({name: `${String(r[x] ?? "null")}`, value: r[y], key: i}));
  return plot(
    {
      width,
      height: 46 + rows.length * 22,
      marginLeft: Math.min(220, Math.floor(width * 0.4)),
      x: {label: name(y), grid: true, zero: true},
      y: {
        domain: rows.map((r) => r.key),
        label: null,
        tickFormat: (key: number) => (rows[key]?.name ?? "").slice(0, 32)
      },
      marks: [
        Plot.barX(rows, {
          x: "value",
          y: "key",
          fill: INK.info,
          title: (r: {name: string; value: unknown}) => `${r.name}\n${String(r.value)}`
        }),
        Plot.ruleX([0], {stroke: INK.muted})
      ]
    },
    rows.length < result.rows.length ? `${label}, the first ${rows.length} of ${result.rows.length} rows` : label
  );
}
