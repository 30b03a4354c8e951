import type {Browser, Page} from "playwright-core";

/** A mid laptop on a fair line: half the speed of this machine's core, 20 Mbit/s, 20 ms. */
const CPU_RATE = 2;
const LINE = {offline: false, latency: 20, downloadThroughput: 2_500_000, uploadThroughput: 1_000_000};

export interface PageTimes {
  verdict_ms: number;
  charts_ms: number;
  /** Compressed bytes until the charts stood. */
  bytes: number;
}

async function throttled(browser: Browser): Promise<{page: Page; bytes(): number; close(): Promise<void>}> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", {cacheDisabled: true});
  await session.send("Network.emulateNetworkConditions", LINE);
  await session.send("Emulation.setCPUThrottlingRate", {rate: CPU_RATE});
  let bytes = 0;
  session.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  return {page, bytes: () => bytes, close: () => context.close()};
}

/** When a campaign page shows its verdict and its first chart, from the navigation's start, as a new visitor. */
export async function pageTimes(browser: Browser, url: string): Promise<PageTimes> {
  const {page, bytes, close} = await throttled(browser);
  try {
    const from = performance.now();
    await page.goto(url, {waitUntil: "commit"});
    await page.locator("#verdict").waitFor();
    const verdict_ms = performance.now() - from;
    await page.locator("[data-chart] svg").first().waitFor({timeout: 60_000});
    const charts_ms = performance.now() - from;
    return {verdict_ms, charts_ms, bytes: bytes()};
  } finally {
    await close();
  }
}

/** From the navigation's start to the first answer of the notebook, DuckDB's own files included. */
export async function firstAnswerMs(browser: Browser, url: string): Promise<number> {
  const {page, close} = await throttled(browser);
  try {
    const from = performance.now();
    const cells = encodeURIComponent(JSON.stringify(["select count(*) as n from request_metrics"]));
    await page.goto(`${url}#cells=${cells}`, {waitUntil: "commit"});
    await page.locator(".cell .output table").first().waitFor({timeout: 120_000});
    return performance.now() - from;
  } finally {
    await close();
  }
}
