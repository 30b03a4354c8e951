import {describe, expect, it} from "vitest";
import {settle} from "../../loaders/campaign/restore/settle.js";
import type {HostSnapshot} from "../../src/schema/host.js";

type Gpus = HostSnapshot["gpus"];

const card = (gpu: string, used_mib: number | null): Gpus[number] => ({
  gpu,
  name: null,
  driver: null,
  cuda: null,
  total_mib: null,
  used_mib,
  free_mib: null,
  power_limit_w: null,
  ecc: null,
  pcie_gen: null,
  pcie_width: null,
  processes: []
});

/** Seconds waited for these readings in turn; the last one stays. */
async function waited(readings: Gpus[], before: Gpus | null): Promise<number> {
  let read = 0;
  let seconds = 0;
  await settle(async () => readings[Math.min(read++, readings.length - 1)] ?? [], before, {
    sleep: async (ms) => void (seconds += ms / 1000),
    settleS: 20
  });
  return seconds;
}

describe("waiting for the memory of the cards", () => {
  const before = [card("gpu0", 1000), card("gpu1", 1000)];

  it("ends when every card is within 256 MiB of before", async () => {
    expect(await waited([before], before)).toBe(0);
    expect(await waited([[card("gpu0", 1256), card("gpu1", 1300)], before], before)).toBe(1);
  });

  it("asks again where a card that was there gives no reading, and not for ever", async () => {
    expect(await waited([[], [], [card("gpu0", 1000)], before], before)).toBe(3);
    expect(await waited([[]], before)).toBe(20);
  });

  it("does not wait where no card was and none is, nor for a reading that never was", async () => {
    expect(await waited([[]], [])).toBe(0);
    expect(await waited([[]], null)).toBe(0);
    expect(await waited([[card("gpu0", null)]], [card("gpu0", null)])).toBe(0);
  });

  it("without a reading from before waits until two no longer fall", async () => {
    expect(await waited([[card("gpu0", 900)], [card("gpu0", 500)], [card("gpu0", 500)]], null)).toBe(2);
  });
});
