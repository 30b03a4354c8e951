import type {Decision, PublishedValue} from "../schema/decision.js";
import {element} from "./element.js";
import {formatInterval, formatNumber} from "./formatNumber.js";
import {notebookHref} from "./sql/notebookLink.js";

/** Answers a click on a number (and an address with `#value=<id>`) with its lineage: query, requests, files. Returns what undoes it. */
export function lineageDialog(decision: () => Promise<Decision>): () => void {
  const dialog = element("dialog", {class: "lineage", "aria-labelledby": "lineage-title"});
  document.body.append(dialog);
  let loaded: Promise<Decision> | undefined;
  const open = async () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (!id.startsWith("value=")) return;
    loaded ??= decision();
    const {campaign_id, values} = await loaded;
    const value = values.find((v) => v.id === id.slice("value=".length));
    if (!value) return;
    dialog.replaceChildren(lineage(campaign_id, value, () => dialog.close()));
    if (!dialog.open) dialog.showModal();
  };
  const onHash = () => void open();
  // Without a jump: the number's anchor is far below, in the table of all values, and a reader who closes the dialog wants to be where he was.
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.("a[data-value]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.replaceState(history.state, "", link.getAttribute("href"));
    void open();
  };
  dialog.onclose = () => history.replaceState(history.state, "", location.pathname + location.search);
  // A handler that returned false would keep the dialog's links from leading anywhere.
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  addEventListener("hashchange", onHash);
  document.addEventListener("click", onClick);
  onHash();
  return () => {
    removeEventListener("hashchange", onHash);
    document.removeEventListener("click", onClick);
    dialog.remove();
  };
}

/** The lineage of one value, as a reader follows it down: number, query, requests, files and hashes. */
export function lineage(campaign: string, value: PublishedValue, close: () => void): HTMLElement {
  const {view, sql, request_ids, requests_sql, files} = value.lineage;
  const count = requests_sql === undefined ? request_ids.length : (value.n ?? 0);
  const shut = element("button", {type: "button", class: "close"}, "Close");
  shut.onclick = close;
  return element(
    "div",
    {},
    element("header", {}, element("h2", {id: "lineage-title"}, value.name), shut),
    element("p", {class: "lineage-value"}, ...numberWords(value)),
    element("h3", {}, `Query, on the view ${view}`),
    element("pre", {tabindex: "0"}, element("code", {}, sql)),
    element("p", {}, element("a", {href: `../sql.html${notebookHref([sql])}`}, "Open it in the SQL notebook")),
    element("h3", {}, `${count} ${count === 1 ? "request" : "requests"}`),
    ...(requests_sql === undefined
      ? []
      : [
          element("p", {}, "Too many to list here: this statement lists them."),
          element("pre", {tabindex: "0"}, element("code", {}, requests_sql)),
          element(
            "p",
            {},
            element("a", {href: `../sql.html${notebookHref([requests_sql])}`}, "Open it in the SQL notebook")
          )
        ]),
    element(
      "ul",
      {class: "lineage-requests"},
      ...request_ids.map((id) =>
        element("li", {}, element("a", {href: `../request/${campaign}.html#${encodeURIComponent(id)}`}, id))
      )
    ),
    element("h3", {}, `${files.length} ${files.length === 1 ? "file" : "files"}`),
    element(
      "ul",
      {class: "lineage-files"},
      ...files.map((f) =>
        element("li", {}, element("code", {}, f.path), " ", element("code", {class: "sha"}, f.sha256))
      )
    )
  );
}

function numberWords(value: PublishedValue): (string | Node)[] {
  if (value.value === null) return [`not measured: ${value.reason ?? "no reason was recorded"}`];
  const range = value.lo === null || value.hi === null ? "" : `, ${formatInterval(value.lo, value.hi, value.coverage)}`;
  const basis = value.basis === null ? "" : `, basis ${value.basis}`;
  const unit = value.unit === null ? "" : `\u2009${value.unit}`;
  return [
    element("b", {}, `${formatNumber(value.value)}${unit}`),
    `, exactly ${value.value}${value.n === null ? "" : `, n ${value.n}`}${range}${basis}${value.findings.length === 0 ? "" : `; findings: ${value.findings.join(", ")}`}`
  ];
}
