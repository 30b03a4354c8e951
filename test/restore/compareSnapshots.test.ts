import {describe, expect, it} from "vitest";
import type {HostSnapshot} from "../../src/schema/host.js";
import {compareSnapshots} from "../../loaders/campaign/restore/compareSnapshots.js";

const gpu = (used_mib: number | null) => ({
  gpu: "gpu0",
  name: null,
  driver: null,
  cuda: null,
  total_mib: 98304,
  used_mib,
  free_mib: null,
  power_limit_w: null,
  ecc: null,
  pcie_gen: null,
  pcie_width: null,
  processes: []
});
const HOST: HostSnapshot = {
  schema: "assay.host/v1",
  captured_at: "2026-01-01T00:00:00.000Z",
  incumbent: {
    id: "i",
    name: "prod",
    image: "r/i@sha256:x",
    image_id: "sha256:x",
    config_sha256: "0".repeat(64),
    host_config_sha256: "1".repeat(64),
    env_sha256: "2".repeat(64),
    command: ["serve"],
    mounts: [],
    ports: [],
    shm_bytes: 64,
    restart_policy: "no",
    auto_remove: false,
    labels: {}
  },
  served_model: "m",
  health: true,
  server_info: null,
  gpus: [gpu(80_000)],
  probes: [{name: "router", kind: "http", verdict: "pass", value: "200", reason: ""}],
  shm_files: 3,
  disk_free_mib: 1,
  kernel: null,
  engine: null
};
const change = (part: Partial<HostSnapshot>): HostSnapshot => ({...structuredClone(HOST), ...part});
const verdicts = (after: HostSnapshot, before: HostSnapshot | null = HOST) =>
  Object.fromEntries(
    compareSnapshots(before, after)
      .filter((f) => f.equal !== true)
      .map((f) => [f.field, f.equal])
  );

describe("compareSnapshots", () => {
  it("requires every field, and finds all equal on the same host", () => {
    const fields = compareSnapshots(HOST, HOST);
    expect(fields.every((f) => f.equal === true && f.required)).toBe(true);
    expect(fields.map((f) => f.field)).toEqual([
      "id",
      "name",
      "image",
      "image_id",
      "config_sha256",
      "host_config_sha256",
      "env_sha256",
      "command",
      "mounts",
      "ports",
      "shm_bytes",
      "restart_policy",
      "auto_remove",
      "health",
      "served_model",
      "probe router",
      "shm_files",
      "gpu gpu0 used_mib"
    ]);
  });

  it.each(["id", "config_sha256", "host_config_sha256", "env_sha256", "restart_policy"] as const)(
    "names a changed %s",
    (key) => {
      const {incumbent} = structuredClone(HOST);
      expect(verdicts(change({incumbent: incumbent && {...incumbent, [key]: "other"}}))).toEqual({[key]: false});
    }
  );

  it("allows GPU memory to be at most 256 MiB above before", () => {
    expect(verdicts(change({gpus: [gpu(80_256)]}))).toEqual({});
    expect(verdicts(change({gpus: [gpu(80_257)]}))).toEqual({"gpu gpu0 used_mib": false});
    expect(verdicts(change({gpus: [gpu(10)]}))).toEqual({});
  });

  it("allows fewer files in shared memory, not more", () => {
    expect(verdicts(change({shm_files: 1}))).toEqual({});
    expect(verdicts(change({shm_files: 4}))).toEqual({shm_files: false});
  });

  it("names a probe that answers otherwise than before", () => {
    const probes = [{name: "router", kind: "http" as const, verdict: "fail" as const, value: "503", reason: ""}];
    expect(verdicts(change({probes}))).toEqual({"probe router": false});
  });

  it("cannot tell a field that only one side has: null, never equal", () => {
    expect(verdicts(change({gpus: []}))).toEqual({"gpu gpu0 used_mib": null});
    expect(verdicts(change({gpus: [gpu(null)]}))).toEqual({"gpu gpu0 used_mib": null});
    expect(verdicts(change({shm_files: null}))).toEqual({shm_files: null});
    expect(Object.values(verdicts(HOST, null)).every((equal) => equal === null)).toBe(true);
    expect(verdicts(change({incumbent: null}))["id"]).toBeNull();
  });
});
