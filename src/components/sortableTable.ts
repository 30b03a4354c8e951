type Key = number | string;

/** The key a cell sorts by: its `data-sort`, as a number where it is one, else its text. */
export function sortKey(cell: {dataset: DOMStringMap; textContent: string | null} | undefined): Key | null {
  const text = (cell?.dataset["sort"] ?? cell?.textContent ?? "").trim();
  if (text === "") return null;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

/** Missing values stand last in both directions; numbers before words. */
export function compareKeys(a: Key | null, b: Key | null, direction: 1 | -1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === "number" && typeof b === "number") return direction * (a - b);
  return direction * String(a).localeCompare(String(b), "en", {numeric: true});
}

/** Turns the headers of a table into buttons that sort it; the order is stable, `aria-sort` tells it. */
export function sortableTable(table: HTMLTableElement): void {
  const heads = [...table.querySelectorAll<HTMLTableCellElement>("thead th")];
  const body = table.tBodies[0];
  if (!body || body.rows.length < 2) return;
  heads.forEach((head, column) => {
    if (head.querySelector("button") || head.textContent?.trim() === "") return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.onclick = () => {
      const direction = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", direction === 1 ? "ascending" : "descending");
      const rows = [...body.rows];
      rows.sort((a, b) => compareKeys(sortKey(a.cells[column]), sortKey(b.cells[column]), direction));
      body.append(...rows);
    };
    head.append(button);
  });
}
