import {mkdtemp, readFile, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {GpuSampler, readGpus, type GpuReading} from "../../loaders/host/gpu/index.js";

/** A program that answers as nvidia-smi does; `old` knows only the older name of the throttle field. It keeps its calls. */
async function fakeSmi(old = false): Promise<{argv: string[]; calls(): Promise<string[]>}> {
  const folder = await mkdtemp(join(tmpdir(), "assay-smi-"));
  const path = join(folder, "smi.mjs");
  await writeFile(
    path,
    `import {appendFileSync} from "node:fs";
const args = process.argv.slice(2);
appendFileSync(${JSON.stringify(join(folder, "calls"))}, args.join(" ") + "\\n");
const query = args.find((one) => one.startsWith("--query-gpu="));
if (args.some((one) => one.startsWith("--query-compute-apps="))) console.log("GPU-secret-uuid, 4242, /usr/bin/python3, 80000");
else if (!query) console.log("| NVIDIA-SMI 581.15   CUDA Version: 13.0 |");
else if (query.includes("clocks_event_reasons") && ${old}) {
  console.log('Field "clocks_event_reasons.active" is not a valid field to query.');
  process.exit(2);
} else if (query.includes("driver_version")) console.log("0, GPU-secret-uuid, Card One, 581.15, 97887, 90000, 7887, 325.00, [N/A], 5, 16");
else {
  const line = "0, GPU-secret-uuid, 97887, 90000, 7887, 87, 301.25, 71, 2400, 0x0000000000000004";
  console.log(line);
  setInterval(() => console.log(line), 20);
}
`
  );
  return {
    argv: [process.execPath, path],
    calls: async () => (await readFile(join(folder, "calls"), "utf8")).trim().split("\n")
  };
}

function sampling(argv: string[], enough: number) {
  const readings: GpuReading[] = [];
  let done: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => (done = resolve));
  const sampler = new GpuSampler({
    argv,
    salt: "2026-01-01-x",
    everyMs: 20,
    label: () => ({profile: "p", stage: "01-s", t_ms: 5}),
    now: () => new Date("2026-01-01T00:00:00Z"),
    onSample: (reading) => {
      readings.push(reading);
      if (readings.length === enough) done();
    }
  });
  return {sampler, readings, seen};
}

describe("the cards of a host", () => {
  it("are read with their facts; what a card does not tell is null, and no UUID is kept", async () => {
    const {argv} = await fakeSmi();
    const gpus = await readGpus(argv, "2026-01-01-x");
    expect(gpus).toMatchObject([
      {
        name: "Card One",
        driver: "581.15",
        cuda: "13.0",
        free_mib: 7887,
        ecc: null,
        pcie_gen: 5,
        processes: [{pid: 4242, name: "python3"}]
      }
    ]);
    expect(JSON.stringify(gpus)).not.toContain("secret-uuid");
    expect(gpus[0]?.gpu).toMatch(/^gpu0-[0-9a-f]{6}$/);
  });

  it("have other names in another campaign", async () => {
    const {argv} = await fakeSmi();
    const [one, other] = [await readGpus(argv, "2026-01-01-x"), await readGpus(argv, "2026-01-01-y")];
    expect(one[0]?.gpu).not.toBe(other[0]?.gpu);
  });

  it("are none where there is no nvidia-smi, or none is configured", async () => {
    expect(await readGpus(null, "x")).toEqual([]);
    expect(await readGpus(["/nowhere/nvidia-smi"], "x")).toEqual([]);
  });

  it("are sampled by one process that runs on", async () => {
    const smi = await fakeSmi();
    const {sampler, readings, seen} = sampling(smi.argv, 3);
    await seen;
    await sampler.stop();
    expect(readings[0]).toMatchObject({
      profile: "p",
      stage: "01-s",
      used_mib: 90000,
      free_mib: 7887,
      utilisation_pct: 87,
      power_w: 301.25,
      sm_clock_mhz: 2400,
      throttle_bits: 4
    });
    expect((await smi.calls()).filter((call) => call.includes("-lms"))).toHaveLength(1);
    expect(sampler.problem).toBeNull();
  });

  it("are asked by the older field name where the driver does not know the newer", async () => {
    const smi = await fakeSmi(true);
    const {sampler, readings, seen} = sampling(smi.argv, 1);
    await seen;
    await sampler.stop();
    expect(readings[0]?.throttle_bits).toBe(4);
    expect((await smi.calls()).at(-1)).toContain("clocks_throttle_reasons.active");
  });

  it("count processes that came after the server's own as others", async () => {
    const {argv} = await fakeSmi();
    const {sampler, readings, seen} = sampling(argv, 1);
    await sampler.lookForOthers();
    const before = readings.length;
    await seen;
    while (readings.length <= before + 1) await new Promise((done) => setTimeout(done, 5));
    expect(readings.at(-1)?.other_processes).toBe(1);
    await sampler.adopt();
    const at = readings.length;
    while (readings.length <= at) await new Promise((done) => setTimeout(done, 5));
    expect(readings.at(-1)?.other_processes).toBe(0);
    await sampler.stop();
  });

  it("say why when the program is not there", async () => {
    const {sampler} = sampling(["/nowhere/nvidia-smi"], 1);
    while (sampler.problem === null) await new Promise((done) => setTimeout(done, 5));
    expect(sampler.problem).toBe("/nowhere/nvidia-smi is not installed");
    await sampler.stop();
  });
});
