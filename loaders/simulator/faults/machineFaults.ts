/** Applies the faults of the machine to the machine. */
import type {Machine} from "../memory/machine.js";
import type {FaultSet} from "./faultSet.js";

const thermalSlowdown = 0x20 | 0x40;

export function hostFaultsOfMachine(machine: Machine, faults: FaultSet): void {
  if (faults.at("clock-throttled")) machine.throttleBits = thermalSlowdown;
  if (faults.at("memory-kept-after-exit")) machine.keptMib = faults.parameterAt("memory-kept-after-exit", "mib", 400);
}
