/** A program that answers as nvidia-smi would, for the simulated cards. First argument: the simulator's address. */
const [address, ...options] = process.argv.slice(2);

function option(name) {
  const found = options.find((one) => one.startsWith(`--${name}=`));
  return found ? found.slice(name.length + 3) : null;
}

async function table(kind, fields) {
  const response = await fetch(`${address}/__simulator/smi?kind=${kind}&fields=${encodeURIComponent(fields)}`);
  if (!response.ok) throw new Error((await response.text()).trim());
  return response.text();
}

const loop = options.findIndex((one) => one === "-lms" || one === "--loop-ms");
const everyMs = loop >= 0 ? Number(options[loop + 1]) : Number(option("loop-ms") ?? 0);

async function print() {
  const gpu = option("query-gpu");
  const apps = option("query-compute-apps");
  if (gpu) process.stdout.write(await table("gpu", gpu));
  else if (apps) process.stdout.write(await table("apps", apps));
  else if (options[0] === "topo") process.stdout.write(await table("topo", ""));
  else process.stdout.write(await table("banner", ""));
}

process.stdout.on("error", () => process.exit(0));
try {
  await print();
  if (everyMs > 0)
    setInterval(
      () =>
        print().catch(() => {
          console.error("Failed to initialize NVML: Driver/library version mismatch");
          process.exit(9);
        }),
      everyMs
    );
} catch (error) {
  console.error(`NVIDIA-SMI has failed: ${error instanceof Error ? error.message : error}`);
  process.exit(9);
}
