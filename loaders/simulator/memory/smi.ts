/** Text that nvidia-smi would print for the simulated cards. */
import {type CardReading, cardMib, type Machine} from "./machine.js";

export const gpuName = "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition";
export const driverVersion = "581.15";
const cudaVersion = "13.0";

type Column = {unit: string; read(card: CardReading): string | number};

function plain(read: Column["read"]): Column {
  return {unit: "", read};
}

function bits(card: CardReading): string {
  return `0x${card.throttleBits.toString(16).padStart(16, "0")}`;
}

const columns: Record<string, Column> = {
  index: plain((card) => card.index),
  name: plain(() => gpuName),
  gpu_name: plain(() => gpuName),
  uuid: plain((card) => card.uuid),
  gpu_uuid: plain((card) => card.uuid),
  count: plain(() => 2),
  timestamp: plain(() => new Date().toISOString().replace("T", " ").replaceAll("-", "/").slice(0, 23)),
  driver_version: plain(() => driverVersion),
  compute_cap: plain(() => "12.0"),
  "pci.bus_id": plain((card) => `00000000:0${card.index + 1}:00.0`),
  "memory.total": {unit: " MiB", read: (card) => card.totalMib},
  "memory.used": {unit: " MiB", read: (card) => card.usedMib},
  "memory.free": {unit: " MiB", read: (card) => card.freeMib},
  "memory.reserved": {unit: " MiB", read: () => 0},
  "utilization.gpu": {unit: " %", read: (card) => card.utilisationPct},
  "utilization.memory": {unit: " %", read: (card) => Math.round(card.utilisationPct * 0.6)},
  "power.draw": {unit: " W", read: (card) => card.powerW.toFixed(2)},
  "power.limit": {unit: " W", read: () => "300.00"},
  "enforced.power.limit": {unit: " W", read: () => "300.00"},
  "temperature.gpu": plain((card) => card.temperatureC),
  "clocks.sm": {unit: " MHz", read: (card) => card.smClockMhz},
  "clocks.current.sm": {unit: " MHz", read: (card) => card.smClockMhz},
  "clocks.mem": {unit: " MHz", read: () => 13_365},
  "clocks_event_reasons.active": plain(bits),
  "clocks_throttle_reasons.active": plain(bits),
  "ecc.mode.current": plain(() => "Disabled"),
  "pcie.link.gen.current": plain(() => 5),
  "pcie.link.gen.max": plain(() => 5),
  "pcie.link.gen.gpucurrent": plain(() => 5),
  "pcie.link.width.current": plain(() => 16),
  "pcie.link.width.max": plain(() => 16),
  persistence_mode: plain(() => "Enabled"),
  compute_mode: plain(() => "Default"),
  mig_mode: plain(() => "[N/A]"),
  "mig.mode.current": plain(() => "[N/A]"),
  pstate: plain((card) => (card.utilisationPct ? "P1" : "P8"))
};

/** A query that the program refuses, as nvidia-smi words it. */
export class SmiError extends Error {}

function split(fields: string): string[] {
  return fields.split(",").map((field) => field.trim());
}

/** `--query-gpu`: one line a card. Throws SmiError for an unknown field. */
export function queryGpu(machine: Machine, fields: string, units: boolean, header: boolean): string {
  const chosen = split(fields).map((field) => {
    const column = columns[field];
    if (!column) throw new SmiError(`Field "${field}" is not a valid field to query.`);
    return {field, ...column};
  });
  const title = chosen.map(({field, unit}) => (units && unit ? `${field} [${unit.trim()}]` : field)).join(", ");
  const lines = machine
    .read()
    .map((card) => chosen.map(({unit, read}) => `${read(card)}${units ? unit : ""}`).join(", "));
  return [...(header ? [title] : []), ...lines, ""].join("\n");
}

/** `--query-compute-apps`: one line a process and card. */
export function queryApps(machine: Machine, fields: string, units: boolean, header: boolean): string {
  const names = split(fields);
  const rows = machine.read().flatMap((card) =>
    machine.processes.map((process) => {
      const values: Record<string, string | number> = {
        pid: process.pid,
        process_name: process.name,
        name: process.name,
        gpu_uuid: card.uuid,
        gpu_name: gpuName,
        gpu_bus_id: `00000000:0${card.index + 1}:00.0`,
        used_memory: `${Math.ceil(process.usedMib())}${units ? " MiB" : ""}`,
        used_gpu_memory: `${Math.ceil(process.usedMib())}${units ? " MiB" : ""}`
      };
      return names
        .map((name) => {
          const value = values[name];
          if (value === undefined) throw new SmiError(`Field "${name}" is not a valid field to query.`);
          return value;
        })
        .join(", ");
    })
  );
  return [...(header ? [names.join(", ")] : []), ...rows, ""].join("\n").replace(/^\n$/, "");
}

/** `topo -m`: two cards on one host bridge, no NVLink. */
export function topology(): string {
  return [
    "\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID",
    "GPU0\t X \tPHB\t0-31\t0\t\tN/A",
    "GPU1\tPHB\t X \t0-31\t0\t\tN/A",
    "",
    "Legend:",
    "",
    "  X    = Self",
    "  PHB  = Connection traversing PCIe as well as a PCIe Host Bridge (typically the CPU)",
    ""
  ].join("\n");
}

/** The plain call's header lines: where the CUDA version stands. */
export function banner(machine: Machine): string {
  const rule = `+${"-".repeat(89)}+`;
  const cards = machine
    .read()
    .map(
      (card) =>
        `|   ${card.index}  ${gpuName.slice(0, 30)}  |  ${card.usedMib}MiB /  ${cardMib}MiB |  ${card.utilisationPct}% |`
    );
  return [
    rule,
    `| NVIDIA-SMI ${driverVersion}      Driver Version: ${driverVersion}      CUDA Version: ${cudaVersion}     |`,
    rule,
    ...cards,
    rule,
    ""
  ].join("\n");
}
