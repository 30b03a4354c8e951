/** The number of a record that is written again and again: `name.json` is 1, `name.0002.json` 2, and so on; null for another name. */
function recordNumber(file: string, name: string): number | null {
  if (file === `${name}.json`) return 1;
  const digits = file.startsWith(`${name}.`) ? /^\.(\d{4})\.json$/.exec(file.slice(name.length))?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}

/** The newest of the files that hold a record: seals and restorations are numbered, since nothing is overwritten. Null: none. */
export function newestRecord(files: readonly string[], name: string): string | null {
  const numbered = files.flatMap((file) => {
    const number = recordNumber(file, name);
    return number === null ? [] : [{file, number}];
  });
  return numbered.sort((a, b) => b.number - a.number)[0]?.file ?? null;
}
