import {execFileSync} from "node:child_process";
import {createServer, type Server} from "node:http";
import {readFile} from "node:fs/promises";
import type {AddressInfo} from "node:net";
import {extname, join, normalize} from "node:path";
import {chromium, type Browser, type BrowserContextOptions, type Page} from "playwright-core";
import {CONTENT_TYPES} from "./contentTypes.js";

/** Serves a folder under a prefix on loopback, and nothing else. */
export async function servePrefix(dist: string, prefix: string): Promise<{url: string; close(): Promise<void>}> {
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
    if (!path.startsWith(prefix)) return void response.writeHead(404).end();
    const file = join(dist, normalize(`/${path.slice(prefix.length)}`));
    readFile(path.endsWith("/") ? join(file, "index.html") : file).then(
      (bytes) =>
        response
          .writeHead(200, {"content-type": CONTENT_TYPES[extname(file)] ?? "application/octet-stream"})
          .end(bytes),
      () => response.writeHead(404).end()
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const {port} = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    close: () => new Promise((done) => (server.closeAllConnections(), server.close(() => done())))
  };
}

/** Debian's Chromium, or any that is there. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = execFileSync("sh", ["test/support/installBrowser.sh"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"]
  }).trim();
  return chromium.launch({executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"]});
}

/** One tab that goes from page to page: a new browser context costs as much as three pages. */
export interface Tab {
  page: Page;
  /** Of the page that is open: console errors and warnings, page errors, failed requests, answers of 400 and more, and any other host. */
  problems: string[];
  /** Loads a page anew until its network is quiet; again when the machine's networks changed meanwhile. */
  go(url: string): Promise<Page>;
  close(): Promise<void>;
}

/** A container engine that starts beside the tests changes the machine's networks, and Chromium then drops what it was loading. */
const DROPPED = "net::ERR_NETWORK_CHANGED";

/** Opens a tab that may reach `origins` and no other host. */
export async function openTab(browser: Browser, origins: string[], options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  let dropped = false;
  await context.route(
    (u) => !origins.includes(u.origin) && !/^(blob|data):/.test(u.protocol),
    (route) => {
      problems.push(`other host: ${route.request().url()}`);
      return route.abort();
    }
  );
  page.on(
    "console",
    (m) => void (["error", "warning"].includes(m.type()) && problems.push(`console ${m.type()}: ${m.text()}`))
  );
  page.on("pageerror", (e) => void problems.push(`page error: ${e.message}`));
  page.on("requestfailed", (r) => {
    dropped ||= r.failure()?.errorText === DROPPED;
    problems.push(`failed: ${r.url()}`);
  });
  page.on("response", (r) => void (r.status() >= 400 && problems.push(`${r.status()}: ${r.url()}`)));
  const load = async (url: string) => {
    // What the page before was still fetching ends here, and an address that differs by its fragment alone loads anew.
    await page.goto("about:blank");
    problems.length = 0;
    dropped = false;
    await page.goto(url, {waitUntil: "networkidle"}).catch((error: Error) => {
      if (!error.message.includes(DROPPED)) throw error;
      dropped = true;
    });
  };
  return {
    page,
    problems,
    go: async (url) => {
      await load(url);
      for (let left = 4; dropped && left > 0; left -= 1) await load(url);
      return page;
    },
    close: () => context.close()
  };
}
