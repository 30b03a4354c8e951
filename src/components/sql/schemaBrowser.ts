import {element} from "../element.js";
import {formatNumber} from "../formatNumber.js";
import type {NotebookSchema} from "./schemaTypes.js";

/** Tables and views with their columns; a button puts a first look at one into a new cell. */
export function schemaBrowser(schema: NotebookSchema, look: (name: string) => void): HTMLElement {
  const entry = (name: string, about: string, columns: {name: string; type: string; about?: string}[]) => {
    const button = element(
      "button",
      {type: "button", class: "plain", "aria-label": `first rows of ${name}`},
      "first rows"
    );
    button.onclick = () => look(name);
    return element(
      "details",
      {},
      element("summary", {}, element("code", {}, name), " ", element("span", {class: "of"}, about)),
      button,
      element(
        "ul",
        {class: "columns"},
        ...columns.map((c) =>
          element(
            "li",
            {},
            element("code", {}, c.name),
            " ",
            element("span", {class: "type"}, c.type.toLowerCase()),
            " ",
            element("span", {class: "of"}, c.about ?? "")
          )
        )
      )
    );
  };
  return element(
    "section",
    {class: "schema"},
    element("h2", {}, "Tables and views"),
    ...schema.views.map((v) => entry(v.name, "view", v.columns)),
    ...schema.tables.map((t) =>
      entry(t.name, `${t.about}, ${formatNumber(t.rows)} ${t.rows === 1 ? "row" : "rows"}`, t.columns)
    )
  );
}
