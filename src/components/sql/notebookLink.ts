/** Fragment that carries a notebook's cells, so that a link shares them. */
export function notebookHref(cells: string[]): string {
  return `#cells=${encodeURIComponent(JSON.stringify(cells))}`;
}

/** Cells from a fragment; null when it carries none, or what it carries is not a list of texts. */
export function cellsFromHash(hash: string): string[] | null {
  const found = /^#cells=(.*)$/s.exec(hash);
  if (!found?.[1]) return null;
  try {
    const cells: unknown = JSON.parse(decodeURIComponent(found[1]));
    return Array.isArray(cells) && cells.length > 0 && cells.every((c) => typeof c === "string") ? cells : null;
  } catch {
    return null;
  }
}
