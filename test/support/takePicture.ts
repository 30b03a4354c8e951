/** Takes the README's picture, the first screen of the rehearsal's report: `npx tsx test/support/takePicture.ts [SITE] [FILE]`. */
import {mkdtemp, readdir, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {command} from "./builtSite.js";
import {launchBrowser, servePrefix} from "./siteBrowser.js";

const SIZE = {width: 1440, height: 900};

const scratch = await mkdtemp(join(tmpdir(), "assay-picture-"));
const site = process.argv[2] ?? join(scratch, "site");
if (process.argv[2] === undefined) await command("build", "--out", site);
const page = (await readdir(join(site, "campaign"))).find((name) => name.endsWith("-rehearsal.html"));
if (page === undefined) throw new Error(`${site} holds no rehearsal`);
const server = await servePrefix(site, "/");
const browser = await launchBrowser();
try {
  const tab = await browser.newPage({viewport: SIZE, colorScheme: "light"});
  await tab.goto(`${server.url}campaign/${page}`, {waitUntil: "networkidle"});
  await tab.screenshot({path: process.argv[3] ?? "docs/report.png"});
} finally {
  await browser.close();
  await server.close();
  await rm(scratch, {recursive: true, force: true});
}
