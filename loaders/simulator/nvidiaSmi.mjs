/** A program that answers as nvidia-smi would, for the simulated cards. First argument: the simulation's control address. */
import {get} from "node:http";
import process from "node:process";

const [address, ...options] = process.argv.slice(2);

function option(name) {
  const found = options.find((one) => one.startsWith(`--${name}=`));
  return found ? found.slice(name.length + 3) : null;
}

class Refused extends Error {}

/** node:http rather than fetch: this program is started dozens of times in a campaign, and fetch doubles its start. */
function table(kind, fields) {
  const url = new URL("/__simulator/smi", address);
  for (const [key, value] of Object.entries({kind, fields, format: option("format") ?? ""}))
    url.searchParams.set(key, value);
  return new Promise((answered, failed) => {
    get(url, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece) => (text += piece));
      response.on("error", failed);
      response.on("end", () => (response.statusCode === 200 ? answered(text) : failed(new Refused(text))));
    }).on("error", failed);
  });
}

async function print() {
  const gpu = option("query-gpu");
  const apps = option("query-compute-apps");
  if (gpu) process.stdout.write(await table("gpu", gpu));
  else if (apps) process.stdout.write(await table("apps", apps));
  else process.stdout.write(await table(options[0] === "topo" ? "topo" : "banner", ""));
}

/** As the real program does: a bad query is said on stdout with code 2, a lost driver with code 9. */
function fail(error) {
  if (error instanceof Refused) {
    process.stdout.write(`${error.message}\n`);
    process.exit(2);
  }
  process.stderr.write("NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n");
  process.exit(9);
}

const loop = options.findIndex((one) => one === "-lms" || one === "--loop-ms");
const everyMs = loop >= 0 ? Number(options[loop + 1]) : Number(option("loop-ms") ?? 0);
process.stdout.on("error", () => process.exit(0));
print()
  .then(() => {
    if (everyMs > 0) setInterval(() => print().catch(fail), everyMs);
  })
  .catch(fail);
