/** The simulated machine: two cards, the processes on them, and what nvidia-smi would see. */
import {hash32} from "../random.js";

export const cardMib = 97_887;
export const cardCount = 2;

/** A process that holds memory on every card. */
export interface GpuProcess {
  pid: number;
  name: string;
  usedMib(): number;
  busy(): boolean;
}

export interface CardReading {
  index: number;
  uuid: string;
  totalMib: number;
  usedMib: number;
  freeMib: number;
  utilisationPct: number;
  powerW: number;
  temperatureC: number;
  smClockMhz: number;
  throttleBits: number;
}

const idleClockMhz = 180;
const busyClockMhz = 2_280;

export class Machine {
  readonly #processes = new Map<number, GpuProcess>();
  readonly #lingering: {mib: number; untilMs: number}[] = [];
  /** Set by the fault of clock throttling: the reasons that are active while busy. */
  throttleBits = 0;
  /** A fault: so much memory of every process that has ended stays taken, MiB a card. */
  keptMib = 0;
  #nextPid = 4_000;

  constructor(
    readonly seed: number,
    readonly lingerMs: number,
    readonly now: () => number = () => performance.now()
  ) {}

  nextPid(): number {
    this.#nextPid += 17;
    return this.#nextPid;
  }

  add(process: GpuProcess): void {
    this.#processes.set(process.pid, process);
  }

  /** The process ends; its memory stays taken for a while, as on real cards. */
  remove(pid: number): void {
    const process = this.#processes.get(pid);
    if (!process) return;
    const mib = process.usedMib();
    const kept = Math.min(this.keptMib, mib);
    this.#lingering.push({mib: mib - kept, untilMs: this.now() + this.lingerMs}, {mib: kept, untilMs: Infinity});
    this.#processes.delete(pid);
  }

  get processes(): GpuProcess[] {
    return [...this.#processes.values()];
  }

  get usedMib(): number {
    const held = this.processes.reduce((sum, process) => sum + process.usedMib(), 0);
    const now = this.now();
    return held + this.#lingering.reduce((sum, one) => sum + (one.untilMs > now ? one.mib : 0), 0);
  }

  /** Free memory of a card, whole MiB. */
  get freeMib(): number {
    return Math.max(0, Math.floor(cardMib - this.usedMib));
  }

  read(): CardReading[] {
    const busy = this.processes.some((process) => process.busy());
    const throttled = busy && this.throttleBits !== 0;
    return Array.from({length: cardCount}, (_, index) => {
      const usedMib = Math.min(cardMib, Math.ceil(this.usedMib));
      return {
        index,
        uuid: this.#uuid(index),
        totalMib: cardMib,
        usedMib,
        freeMib: cardMib - usedMib,
        utilisationPct: busy ? 98 - index : 0,
        powerW: busy ? (throttled ? 190 : 287) + index : 24 + index,
        temperatureC: (throttled ? 91 : busy ? 71 : 43) + index,
        smClockMhz: throttled ? 990 : busy ? busyClockMhz : idleClockMhz,
        throttleBits: busy ? this.throttleBits : 0x1
      };
    });
  }

  #uuid(index: number): string {
    const hex = [0, 1, 2, 3].map((part) => hash32(`card ${index} ${part}`, this.seed).toString(16).padStart(8, "0"));
    const text = hex.join("");
    return `GPU-${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20, 32)}`;
  }
}
