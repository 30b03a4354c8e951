import {autocompletion, completionKeymap} from "@codemirror/autocomplete";
import {defaultKeymap, history, historyKeymap} from "@codemirror/commands";
import {PostgreSQL, sql} from "@codemirror/lang-sql";
import {HighlightStyle, bracketMatching, syntaxHighlighting} from "@codemirror/language";
import {EditorState} from "@codemirror/state";
import {EditorView, keymap, placeholder} from "@codemirror/view";
import {tags} from "@lezer/highlight";
import type {NotebookSchema} from "./schemaTypes.js";

const STYLE = HighlightStyle.define([
  {tag: tags.keyword, color: "var(--info)", fontWeight: "600"},
  {tag: [tags.string, tags.special(tags.string)], color: "var(--pass)"},
  {tag: tags.number, color: "var(--caution)"},
  {tag: tags.comment, color: "var(--muted)", fontStyle: "italic"}
]);

/** A SQL editor that completes the report's tables, views and columns. `run` answers Ctrl or Cmd and Enter; Tab leaves it. */
export function sqlEditor(
  parent: HTMLElement,
  text: string,
  schema: NotebookSchema,
  on: {run(): void; change(text: string): void},
  label: string
): {text(): string; set(text: string): void; destroy(): void} {
  const known = Object.fromEntries(
    [...schema.tables, ...schema.views].map((t) => [t.name, t.columns.map((c) => c.name)])
  );
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        bracketMatching(),
        autocompletion({icons: false}),
        syntaxHighlighting(STYLE),
        sql({dialect: PostgreSQL, schema: known, upperCaseKeywords: true}),
        keymap.of([
          {key: "Mod-Enter", run: () => (on.run(), true)},
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap
        ]),
        placeholder("SELECT ..."),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({"aria-label": label}),
        EditorView.updateListener.of((update) => update.docChanged && on.change(update.state.doc.toString()))
      ]
    })
  });
  return {
    text: () => view.state.doc.toString(),
    set: (next) => view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: next}}),
    destroy: () => view.destroy()
  };
}
