import {execFile} from "node:child_process";
import {promisify} from "node:util";
import type {HostSnapshot} from "../../../src/schema/host.js";

type Gpu = HostSnapshot["gpus"][number];

const FIELDS = [
  "index",
  "name",
  "driver_version",
  "memory.total",
  "memory.used",
  "memory.free",
  "power.limit",
  "ecc.mode.current",
  "pcie.link.gen.current",
  "pcie.link.width.current"
];

const number = (text: string | undefined): number | null => {
  const value = Number.parseFloat(text ?? "");
  return Number.isFinite(value) ? value : null;
};
const words = (text: string | undefined): string | null =>
  text === undefined || /^\[?N\/A|^$/i.test(text) ? null : text;

/** One card a line of `nvidia-smi --query-gpu=... --format=csv,noheader,nounits`. A field the driver does not tell is null. */
export function parseGpus(csv: string): Gpu[] {
  return csv
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [index, name, driver, total, used, free, power, ecc, gen, width] = line.split(",").map((w) => w.trim());
      return {
        gpu: index ?? "",
        name: words(name),
        driver: words(driver),
        cuda: null,
        total_mib: number(total),
        used_mib: number(used),
        free_mib: number(free),
        power_limit_w: number(power),
        ecc: words(ecc),
        pcie_gen: number(gen),
        pcie_width: number(width),
        processes: []
      };
    });
}

/** The cards now; empty where the plan says there is no nvidia-smi, or it does not answer. */
export async function readGpus(argv: string[] | null): Promise<Gpu[]> {
  const [program, ...rest] = argv ?? [];
  if (program === undefined) return [];
  try {
    const query = [...rest, `--query-gpu=${FIELDS.join(",")}`, "--format=csv,noheader,nounits"];
    const {stdout} = await promisify(execFile)(program, query, {timeout: 30_000, shell: false});
    return parseGpus(stdout);
  } catch {
    return [];
  }
}
