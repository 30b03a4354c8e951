import {readFile, writeFile} from "node:fs/promises";
import {readResults} from "./results.js";
import {tableText} from "./tableText.js";

const README = new URL("../../../README.md", import.meta.url);
const OPEN = "<!-- bench: written by `npm run bench` -->";
const CLOSE = "<!-- /bench -->";

/** The README with the table of what has a target between its marks; the method page has every row. Throws where the marks are not there. */
export async function readmeWithTable(): Promise<string> {
  const text = await readFile(README, "utf8");
  const [before, rest] = text.split(OPEN);
  const after = rest?.split(CLOSE)[1];
  if (before === undefined || after === undefined) throw new Error(`README.md lacks the marks ${OPEN} and ${CLOSE}`);
  return `${before}${OPEN}\n\n${tableText(await readResults(), {wantedOnly: true})}\n${CLOSE}${after}`;
}

export async function writeReadmeTable(): Promise<void> {
  await writeFile(README, await readmeWithTable());
}
