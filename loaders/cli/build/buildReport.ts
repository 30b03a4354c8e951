import {cp, mkdir, readdir, readFile, rename, rm, stat, writeFile} from "node:fs/promises";
import {existsSync} from "node:fs";
import {dirname, join} from "node:path";
import {putAsides} from "../../../src/data/aside.js";
import {computePages} from "../../../src/data/computePages.js";
import {method} from "../../../src/data/method.js";
import {openCampaigns, requireCampaigns} from "../../../src/data/openCampaigns.js";
import {Problem} from "../../../src/schema/problem.js";
import {makeFolder} from "../../record/makeFolder.js";
import {brokenLinks} from "./brokenLinks.js";
import {buildLock} from "./buildLock.js";
import {fillTemplate, isTemplate} from "./fillTemplate.js";
import {copyFonts} from "./fonts.js";
import {framePage} from "./framePage.js";
import {guidePages} from "./guidePages.js";
import {hardenPage} from "./hardenPage.js";
import {PROJECT} from "./projectRoot.js";
import {publishedSchemas} from "./publishedSchemas.js";
import {runFramework} from "./runFramework.js";
import {vendorModules} from "./vendorModules.js";

export interface ReportOptions {
  evidence: string;
  out: string;
  /** Path prefix; all links are relative, so only the not-found page needs it. */
  base: string;
}

export interface ReportEffects {
  talk(text: string): void;
  env: NodeJS.ProcessEnv;
}

/** A file that only our reports have: a folder without it is never cleared. */
const MARK = "assay-report.json";

/** Builds the report of `evidence` into `out`. The folder is replaced only when everything has worked. */
export async function buildReport(
  options: ReportOptions,
  effects: ReportEffects
): Promise<{out: string; campaigns: string[]}> {
  await refuseForeign(options.out);
  await requireFolder(dirname(options.out));
  const framework = join(PROJECT, "src", ".observablehq");
  const release = await buildLock(join(framework, "build.lock"));
  const partial = join(framework, "site");
  try {
    const pages = join(framework, "pages");
    effects.talk("computing decisions and pages\n");
    const problems: string[] = [];
    const sources = await openCampaigns(options.evidence, (sentence) => problems.push(sentence));
    const {campaigns} = await computePages(sources, {method: await method(), problems}, pages, effects.talk);
    if (campaigns.length === 0) await requireCampaigns(options.evidence);
    const guides = await writeOwnPages(pages);
    await vendorModules(PROJECT);
    effects.talk("building the site\n");
    await runFramework(
      PROJECT,
      {ASSAY_PAGES: pages, ASSAY_OUT: "src/.observablehq/site", ASSAY_BASE: options.base},
      effects.env
    );
    await moveInto(join(pages, "static"), partial);
    await copyFonts(partial);
    await finishPages(partial, join(pages, "asides"), campaigns);
    await requirePages(partial, [
      ...campaigns.flatMap((c) => [`campaign/${c}`, `request/${c}`]),
      ...guides.map((guide) => `guides/${guide}`)
    ]);
    await requireLinks(partial);
    await writeFile(join(partial, MARK), `${JSON.stringify({schema: "assay.report/v1", campaigns})}\n`);
    await replaceFolder(partial, options.out);
    return {out: options.out, campaigns};
  } finally {
    await rm(partial, {recursive: true, force: true});
    await release();
  }
}

/** What the report holds whatever the evidence is: the guides, whose names are returned, and the JSON Schemas. */
async function writeOwnPages(pages: string): Promise<string[]> {
  const write = async (folder: string, files: Record<string, string>) => {
    await mkdir(join(pages, folder), {recursive: true});
    for (const [name, text] of Object.entries(files)) await writeFile(join(pages, folder, name), text);
  };
  const guides = await guidePages();
  await write("guides", Object.fromEntries(Object.entries(guides).map(([name, text]) => [`${name}.md`, text])));
  await write("static/schemas", publishedSchemas());
  return Object.keys(guides);
}

async function refuseForeign(out: string): Promise<void> {
  const names = await readdir(out).catch((): string[] => []);
  if (names.length === 0 || names.includes(MARK)) return;
  throw new Problem("OUT_NOT_OURS", "The output folder holds something that is not an earlier report", {
    where: out,
    left: "nothing was touched",
    next: "name an empty folder with --out, or clear this one"
  });
}

async function requireFolder(folder: string): Promise<void> {
  await makeFolder(folder).catch((cause: unknown) => {
    throw new Problem("OUT_UNWRITABLE", "The report's folder cannot be made", {
      where: folder,
      why: cause instanceof Error ? cause.message : String(cause),
      left: "nothing was built",
      next: "name another folder with --out",
      cause
    });
  });
}

/** Moves what a folder holds into another; folders that are in both are merged. */
async function moveInto(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, {withFileTypes: true})) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && existsSync(target)) await moveInto(source, target);
    else await rename(source, target);
  }
}

/** Puts into every page what it holds, the frame around it and the policy above it; templates become the campaigns' pages. */
async function finishPages(site: string, asides: string, campaigns: string[]): Promise<void> {
  const built = (await readdir(site, {recursive: true})).filter((name) => name.endsWith(".html"));
  for (const name of built) {
    const text = await readFile(join(site, name), "utf8");
    if (isTemplate(name)) await rm(join(site, name));
    for (const {path, page} of isTemplate(name) ? fillTemplate(name, text, campaigns) : [{path: name, page: text}]) {
      const folded = join(asides, path.replace(/\.html$/, ".json"));
      const parts = existsSync(folded) ? (JSON.parse(await readFile(folded, "utf8")) as string[]) : [];
      await writeFile(join(site, path), hardenPage(framePage(putAsides(page, parts), path)));
    }
  }
}

async function requirePages(site: string, more: string[]): Promise<void> {
  const wanted = ["index", "compare", "sql", "method", "rely", ...more];
  const missing = wanted.filter((page) => !existsSync(join(site, `${page}.html`)));
  if (missing.length > 0)
    throw new Problem("PAGE_MISSING", "The built report lacks pages", {
      why: missing.join(", "),
      left: "the report is as it was"
    });
}

async function requireLinks(site: string): Promise<void> {
  const broken = await brokenLinks(site);
  if (broken.length > 0)
    throw new Problem("LINKS_BROKEN", `The built report has ${broken.length} broken links`, {
      why: broken.slice(0, 8).join("; "),
      left: "the report is as it was"
    });
}

/** Moves, or copies where the folders lie on different devices. */
async function replaceFolder(from: string, to: string): Promise<void> {
  await rm(to, {recursive: true, force: true});
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EXDEV") throw error;
    await cp(from, to, {recursive: true});
  });
  await stat(join(to, "index.html"));
}
