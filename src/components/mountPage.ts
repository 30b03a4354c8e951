import {sortableTable} from "./sortableTable.js";

/** What every page does for its reader: sorts tables, copies hashes, opens what a link points into, unfolds all for print. */
export function mountPage(): () => void {
  for (const table of document.querySelectorAll<HTMLTableElement>("table.sortable")) sortableTable(table);
  for (const code of document.querySelectorAll<HTMLElement>("code[data-copy]")) copyable(code);
  openTarget();
  footOfPrint();
  addEventListener("hashchange", openTarget);
  addEventListener("beforeprint", unfold);
  addEventListener("afterprint", foldAgain);
  return () => {
    removeEventListener("hashchange", openTarget);
    removeEventListener("beforeprint", unfold);
    removeEventListener("afterprint", foldAgain);
  };
}

function copyable(code: HTMLElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = code.className;
  button.title = `${code.title || code.textContent} (click copies)`;
  button.textContent = code.textContent;
  button.onclick = async () => {
    await navigator.clipboard.writeText(code.dataset["copy"] ?? "");
    button.dataset["copied"] = "";
    setTimeout(() => delete button.dataset["copied"], 1200);
  };
  code.replaceWith(button);
}

/** A link into a folded part opens it. */
function openTarget(): void {
  const id = location.hash.slice(1);
  const target = id === "" ? null : (document.getElementById(id) ?? document.getElementById(safeDecode(id)));
  if (!target || target.dataset["opened"] !== undefined) return;
  for (
    let folded = target.closest("details:not([open])");
    folded;
    folded = folded.parentElement?.closest("details:not([open])") ?? null
  )
    folded.setAttribute("open", "");
  target.scrollIntoView({block: "nearest"});
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Printed pages carry the evidence's root hash and this address at their foot. */
function footOfPrint(): void {
  const root = document.querySelector<HTMLElement>("[data-root-hash]")?.dataset["rootHash"];
  const box = (name: string, text: string) =>
    `@${name}{content:${JSON.stringify(text).replace(/</g, "\\3c ")};font:7pt sans-serif;color:#444}`;
  const style = document.createElement("style");
  style.textContent = `@page{${box("bottom-left", root ? `evidence root ${root}` : "Assay")}${box("bottom-right", location.href.split("#")[0] ?? "")}}`;
  document.head.append(style);
}

function unfold(): void {
  for (const folded of document.querySelectorAll("details:not([open])")) {
    folded.setAttribute("open", "");
    folded.setAttribute("data-unfolded", "");
  }
}

function foldAgain(): void {
  for (const unfolded of document.querySelectorAll("details[data-unfolded]")) {
    unfolded.removeAttribute("open");
    unfolded.removeAttribute("data-unfolded");
  }
}
