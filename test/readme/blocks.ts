import {readFile} from "node:fs/promises";

/** Command lines of a document's `sh` blocks, in order, as a reader would paste them; comments and empty lines are left out. */
export async function commandLines(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8");
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
    block
      .split("\n")
      .map((line) => line.replace(/\s+# .*$/, "").trim())
      .filter((line) => line !== "" && !line.startsWith("#"))
  );
}

/** What may take minutes: it runs only when it is asked for (ASSAY_README=all). */
export const isLong = (line: string): boolean =>
  /npm (ci|start|test)|npm run build|--deep/.test(line) || (/npm run loaders/.test(line) && !/--check/.test(line));
