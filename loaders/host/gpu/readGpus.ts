import type {z} from "zod";
import type {GpuFacts} from "../../../src/schema/host.js";
import {cells, numberCell, textCell} from "./csv.js";
import {gpuName} from "./gpuName.js";
import {runNvidiaSmi} from "./runNvidiaSmi.js";

const FIELDS =
  "index,uuid,name,driver_version,memory.total,memory.used,memory.free,power.limit,ecc.mode.current,pcie.link.gen.current,pcie.link.width.current";

/** One process on a card, by the card's UUID. */
export interface GpuProcess {
  uuid: string;
  pid: number;
  name: string | null;
  used_mib: number | null;
}

/** Facts of every card now; empty when there is no nvidia-smi or it does not answer. `salt` names cards (the campaign's id). */
export async function readGpus(argv: readonly string[] | null, salt: string): Promise<z.infer<typeof GpuFacts>[]> {
  if (argv === null) return [];
  const [answer, apps, banner] = await Promise.all([
    runNvidiaSmi(argv, [`--query-gpu=${FIELDS}`, "--format=csv,noheader,nounits"]),
    readGpuProcesses(argv),
    runNvidiaSmi(argv, [])
  ]);
  const cuda = /CUDA Version:\s*([\d.]+)/.exec(banner.stdout ?? "")?.[1] ?? null;
  return lines(answer.stdout).map((line) => {
    const [index, uuid, name, driver, total, used, free, power, ecc, gen, width] = cells(line);
    return {
      gpu: gpuName(index ?? "", textCell(uuid), salt),
      name: textCell(name),
      driver: textCell(driver),
      cuda,
      total_mib: numberCell(total),
      used_mib: numberCell(used),
      free_mib: numberCell(free),
      power_limit_w: numberCell(power),
      ecc: textCell(ecc),
      pcie_gen: numberCell(gen),
      pcie_width: numberCell(width),
      processes: apps
        .filter((app) => app.uuid === uuid)
        .map(({pid, name: program, used_mib}) => ({pid, name: program, used_mib}))
    };
  });
}

/** Compute processes on the cards; the last part of a program's path only. WSL2 hides them: then it is empty. */
export async function readGpuProcesses(argv: readonly string[]): Promise<GpuProcess[]> {
  const answer = await runNvidiaSmi(argv, [
    "--query-compute-apps=gpu_uuid,pid,process_name,used_memory",
    "--format=csv,noheader,nounits"
  ]);
  return lines(answer.stdout).flatMap((line) => {
    const [uuid, pid, name, used] = cells(line);
    const number = numberCell(pid);
    if (uuid === undefined || number === null) return [];
    return [{uuid, pid: number, name: textCell(name)?.split("/").at(-1) ?? null, used_mib: numberCell(used)}];
  });
}

function lines(text: string | null): string[] {
  return (text ?? "").split("\n").filter((line) => line.includes(","));
}
