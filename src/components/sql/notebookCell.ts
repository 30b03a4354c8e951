import {element} from "../element.js";
import {fitWidth} from "../fitWidth.js";
import {sqlEditor} from "./editor.js";
import {explainError} from "./explainError.js";
import type {ResultTable, TimedTable} from "./openDatabase.js";
import {columnKinds, defaultChoice, resultChart, type ChartChoice} from "./resultChart.js";
import {resultCsv} from "./resultCsv.js";
import {resultTable} from "./resultTable.js";
import {simulatedRows} from "./simulatedRows.js";
import type {NotebookSchema} from "./schemaTypes.js";

export interface NotebookCell {
  node: HTMLElement;
  text(): string;
  run(): Promise<void>;
  destroy(): void;
}

export interface CellHost {
  query(sql: string): Promise<TimedTable>;
  changed(): void;
  removed(): void;
}

/** One cell: an editor, its buttons, and below them the result or the error. */
export function notebookCell(sql: string, schema: NotebookSchema, host: CellHost): NotebookCell {
  const output = element("div", {class: "output", "aria-live": "polite"});
  const frame = element("div", {class: "editor"});
  const runButton = element("button", {type: "button", class: "run", title: "Ctrl or Cmd and Enter"}, "Run");
  const removeButton = element("button", {type: "button"}, "Remove");
  const node = element(
    "section",
    {class: "cell", "aria-label": "SQL cell"},
    frame,
    element("div", {class: "toolbar"}, runButton, removeButton),
    output
  );
  let undo: (() => void)[] = [];

  const run = async () => {
    const text = editor.text().trim();
    if (text === "") return;
    node.setAttribute("aria-busy", "true");
    undo.forEach((each) => each());
    undo = [];
    try {
      const result = await host.query(text);
      output.replaceChildren(...shown(result, simulatedRows(result, schema.simulated), result.ms, undo));
    } catch (error) {
      const {words, message} = explainError(error);
      output.replaceChildren(
        element(
          "div",
          {class: "sql-error", role: "alert"},
          element("p", {}, words),
          element("pre", {tabindex: "0"}, message)
        )
      );
    } finally {
      node.removeAttribute("aria-busy");
    }
  };
  const editor = sqlEditor(frame, sql, schema, {run: () => void run(), change: host.changed}, "SQL of this cell");
  const destroy = () => {
    undo.forEach((each) => each());
    editor.destroy();
  };
  runButton.onclick = () => void run();
  removeButton.onclick = () => {
    destroy();
    node.remove();
    host.removed();
  };
  return {node, text: editor.text, run, destroy};
}

/** `simulated`: what must be said of simulated rows; it stands at the result, in the chart and in the CSV's name. */
function shown(result: ResultTable, simulated: string | null, ms: number, undo: (() => void)[]): Node[] {
  if (result.columns.length === 0) return [element("p", {}, "Done; the statement gives no rows.")];
  const save = element("button", {type: "button"}, "Save as CSV");
  save.onclick = () => download(simulated === null ? "result.csv" : "result.simulated.csv", resultCsv(result));
  const choice = defaultChoice(result);
  const bar = element(
    "div",
    {class: "toolbar"},
    element("span", {class: "of"}, `${Math.max(1, Math.round(ms))} ms`),
    save,
    simulated === null ? null : element("span", {class: "simulated-note"}, simulated)
  );
  return [bar, resultTable(result), ...(choice ? [chartPart(result, choice, simulated, undo)] : [])];
}

/** The chart is one click below, with its two columns to choose. */
function chartPart(
  result: ResultTable,
  first: ChartChoice,
  simulated: string | null,
  undo: (() => void)[]
): HTMLElement {
  const choice = {...first};
  const slot = element("div", {class: "chart-slot"});
  const figure = element(
    "figure",
    {class: simulated === null ? "chart" : "chart simulated"},
    simulated === null ? null : element("figcaption", {}, element("span", {}, simulated)),
    slot
  );
  const draw = () => {
    undo.push(fitWidth(slot, (width) => [resultChart(result, choice, Math.min(960, width))]));
  };
  const select = (label: string, key: keyof ChartChoice, options: number[]) => {
    const input = element(
      "select",
      {},
      ...options.map((i) =>
        element(
          "option",
          i === choice[key] ? {value: String(i), selected: ""} : {value: String(i)},
          result.columns[i]?.name ?? ""
        )
      )
    );
    input.onchange = () => {
      choice[key] = Number(input.value);
      draw();
    };
    return element("label", {}, `${label} `, input);
  };
  const part = element(
    "details",
    {class: "result-chart"},
    element("summary", {}, "Chart of the result"),
    element(
      "div",
      {class: "toolbar"},
      select(
        "x",
        "x",
        result.columns.map((_, i) => i)
      ),
      select("y", "y", columnKinds(result).numbers)
    ),
    figure
  );
  part.ontoggle = () => part.open && draw();
  return part;
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], {type: "text/csv"}));
  const link = element("a", {href: url, download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
