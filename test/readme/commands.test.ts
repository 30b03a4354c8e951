import {rm} from "node:fs/promises";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {readPlan} from "../../loaders/campaign/plan/readPlan.js";
import {startSimulator, type Simulator} from "../../loaders/simulator/index.js";
import {commandLines, isLong} from "./blocks.js";
import {freshCopy, type FreshCopy} from "./freshCopy.js";
import {runLine, runServing} from "./runLine.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GUIDES = ["operator", "reviewer", "analyst", "extend", "ci", "index", "commands"].map(
  (n) => `docs/guides/${n}.md`
);
/** Long ones too, with packages installed from nothing: ASSAY_README=all npx vitest run test/readme. */
const ALL = process.env["ASSAY_README"] === "all";
const DOCUMENTS = ["README.md", ...GUIDES];
/** What the usual run leaves out beside long lines. */
const ONLY_ALL = new Set(["docs/guides/analyst.md"]);
const LINE_MS = ALL ? 1_800_000 : 120_000;
const TIME_SCALE = 0.01;

let attached: Simulator | undefined;
let host: Simulator | undefined;
const copies: FreshCopy[] = [];
beforeAll(async () => {
  // The addresses are those that the documents name.
  const {plan, recipes} = await readPlan(join(ROOT, "configs/glm53-sglang-sm120.toml"));
  attached = await startSimulator({port: 30000, timeScale: TIME_SCALE}).catch(() =>
    // Somebody else listens there: the lines are then run with the port that could be had.
    startSimulator({port: 0, timeScale: TIME_SCALE})
  );
  host = await startSimulator({
    timeScale: TIME_SCALE,
    managed: {
      // Its weights lie in a folder of this machine, as the check of `--confirm` wants to see.
      incumbent: {
        name: plan.value.incumbent?.container ?? "",
        hostPort: 39117,
        binds: [`${join(ROOT, "configs")}:/models:ro`, "jit-cache:/root/.cache"]
      },
      images: [...recipes.values()].map((recipe) => recipe.value.image)
    }
  });
});
afterAll(async () => {
  await Promise.all([attached?.close(), host?.close()]);
  for (const {folder} of copies) await rm(dirname(folder), {recursive: true, force: true});
}, 600_000);

/** Exit codes that a line may end with, against a simulated host. */
function allowed(line: string): number[] {
  // A rehearsal may fail a gate on a busy machine; it has run all the same.
  if (/npm run loaders/.test(line) && !/--check/.test(line)) return [0, 1];
  // The check may find something against the plan, such as weights that are not on this machine: then it has said so.
  return /--check/.test(line) ? [0, 2] : [0];
}

describe("command blocks run as they are written", () => {
  it("has blocks in the README and in the guides for operators, reviewers and analysts", async () => {
    for (const document of DOCUMENTS.slice(0, 4))
      expect((await commandLines(join(ROOT, document))).length, document).toBeGreaterThan(2);
  });

  it.each(DOCUMENTS.filter((document) => ALL || !ONLY_ALL.has(document)))(
    "%s",
    async (document) => {
      const lines = (await commandLines(join(ROOT, document))).filter((line) => ALL || !isLong(line));
      if (lines.length === 0) return;
      const copy = await freshCopy({installed: !ALL, nvidiaSmi: host?.nvidiaSmiArgv ?? []});
      copy.env["DOCKER_HOST"] = `unix://${host?.dockerHost ?? ""}`;
      copies.push(copy);
      if (ALL && !lines.some((line) => line.includes("npm ci"))) lines.unshift("npm ci");
      for (const written of lines) {
        const line = written.replaceAll("http://127.0.0.1:30000", attached?.baseUrl ?? "");
        // This is that command.
        if (line.includes("npm test")) continue;
        if (line.includes("npm start")) {
          const {code, said, page} = await runServing(line, copy, LINE_MS);
          // A shell that got the Ctrl-C too ends by it (null), whatever its command returned.
          expect([0, null, 130], `${line}\n${said}`).toContain(code);
          expect([said.includes("\nStopped."), page.includes("Assay")], `${line}\n${said}`).toEqual([true, true]);
        } else {
          const {code, said} = await runLine(line, copy, LINE_MS);
          expect(allowed(line), `${line}\n${said}`).toContain(code);
        }
      }
    },
    ALL ? 7_200_000 : 300_000
  );
});
