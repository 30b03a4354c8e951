import {element} from "../element.js";
import {notebookCell, type NotebookCell} from "./notebookCell.js";
import {cellsFromHash, notebookHref} from "./notebookLink.js";
import {openDatabase, type ArrowFile, type Notebook} from "./openDatabase.js";
import {QUESTIONS} from "./questions.js";
import type {NotebookSchema} from "./schemaTypes.js";
import {schemaBrowser} from "./schemaBrowser.js";

export interface NotebookFiles {
  schema: NotebookSchema;
  tables: Record<string, ArrowFile>;
}

const READY = "Ready. Nothing leaves this page: the tables are in the browser's memory.";

/**
 * The notebook: cells of SQL over all campaigns, kept in the address. DuckDB is loaded when the reader asks for it, or when
 * the address carries cells. Returns what undoes it.
 */
export function mountNotebook(place: HTMLElement, {schema, tables}: NotebookFiles): () => void {
  const status = element("p", {class: "status", role: "status"});
  const list = element("div", {class: "cells"});
  const cells: NotebookCell[] = [];
  let database: Promise<Notebook> | undefined;

  const open = () =>
    (database ??= openDatabase(tables, schema, (text) => (status.textContent = text)).then(
      (opened) => ((status.textContent = READY), opened),
      (error: unknown) => {
        database = undefined;
        status.textContent = `The database could not be opened: ${error instanceof Error ? error.message : String(error)}`;
        throw error;
      }
    ));
  const remember = () => history.replaceState(history.state, "", notebookHref(cells.map((c) => c.text())));
  const add = (sql: string, run: boolean) => {
    const cell = notebookCell(sql, schema, {
      query: async (text) => {
        const answer = await (await open()).query(text);
        status.textContent = READY;
        return answer;
      },
      changed: remember,
      removed: () => {
        cells.splice(cells.indexOf(cell), 1);
        remember();
      }
    });
    cells.push(cell);
    list.append(cell.node);
    if (run) void cell.run();
    return cell;
  };
  const reset = async () => {
    const closing = database;
    database = undefined;
    status.textContent = "Loading the tables again";
    await closing?.then((d) => d.close()).catch(() => undefined);
    await open();
  };

  const ask = (question: (typeof QUESTIONS)[number]) => {
    add(question.sql, true).node.scrollIntoView({block: "start"});
    remember();
  };
  place.replaceChildren(
    element(
      "div",
      {class: "notebook"},
      element(
        "div",
        {class: "notebook-main"},
        toolbar(
          status,
          () => (add("", false), remember()),
          () => void reset()
        ),
        list
      ),
      element(
        "div",
        {class: "notebook-side"},
        questionList(ask),
        schemaBrowser(schema, (name) => (add(`SELECT * FROM "${name}" LIMIT 20`, true), remember()))
      )
    )
  );
  const shared = cellsFromHash(location.hash);
  for (const sql of shared ?? [QUESTIONS[0]?.sql ?? ""]) add(sql, shared !== null);
  if (shared === null)
    status.textContent = "Run a cell, or choose a question: DuckDB is loaded then (about 8 MB, from this site).";
  return () => {
    cells.forEach((cell) => cell.destroy());
    void database?.then((d) => d.close()).catch(() => undefined);
  };
}

function toolbar(status: HTMLElement, add: () => void, reset: () => void): HTMLElement {
  const addButton = element("button", {type: "button"}, "Add a cell");
  const resetButton = element(
    "button",
    {type: "button", title: "Loads all tables and views again"},
    "Reset the database"
  );
  addButton.onclick = add;
  resetButton.onclick = reset;
  return element("div", {class: "toolbar"}, addButton, resetButton, status);
}

function questionList(ask: (question: (typeof QUESTIONS)[number]) => void): HTMLElement {
  return element(
    "section",
    {class: "questions"},
    element("h2", {}, "Worked questions"),
    element(
      "ol",
      {},
      ...QUESTIONS.map((question) => {
        const button = element("button", {type: "button", class: "plain"}, question.title);
        button.onclick = () => ask(question);
        return element("li", {}, button);
      })
    )
  );
}
