/** The simulated container engine: a Docker-Engine-compatible HTTP API on a unix socket, with an incumbent that runs. */
import {mkdtemp, rm} from "node:fs/promises";
import {createServer} from "node:http";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {HostState} from "../host/hostState.js";
import type {ManagedSpec} from "../options.js";
import {EngineState} from "./engineState.js";
import {type EngineImage, engineImage, otherDigest} from "./images.js";
import {incumbentBody} from "./incumbentBody.js";
import type {Shared} from "./lifecycle.js";
import {engineRoutes} from "./routes.js";

export interface ContainerEngine {
  socketPath: string;
  incumbentPort: number;
  states(): HostState[];
  close(): Promise<void>;
}

function heldImages(shared: Shared, spec: ManagedSpec): EngineImage[] {
  const incumbent = engineImage(spec.incumbent.image);
  const others = spec.images.filter((reference) => reference !== spec.incumbent.image);
  if (shared.faults.at("image-absent")) return [incumbent];
  const other = shared.faults.at("image-other-digest");
  return [incumbent, ...others.map((reference) => engineImage(other ? otherDigest(reference) : reference))];
}

/** Starts the engine and its incumbent, which is up when this resolves. Rejects when the incumbent's port is taken. */
export async function startContainerEngine(shared: Shared, spec: ManagedSpec): Promise<ContainerEngine> {
  const folder = await mkdtemp(join(tmpdir(), "assay-engine-"));
  const socketPath = join(folder, "docker.sock");
  const state = new EngineState(shared, `SIM:${shared.config.seed}:${process.pid}`);
  state.images.push(...heldImages(shared, spec));
  const incumbent = state.create(spec.incumbent.name, await incumbentBody(spec.incumbent, shared.config.apiKey), true);
  await state.lifecycle.start(incumbent, 0);
  const server = createServer(engineRoutes(state));
  server.keepAliveTimeout = 60_000;
  server.on("connection", (socket) => {
    if (performance.now() < state.silentUntilMs) socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, resolve);
  });
  return {
    socketPath,
    incumbentPort: incumbent.process?.port ?? 0,
    states: () => state.containers.flatMap(({process}) => (process?.state ? [process.state] : [])),
    close: async () => {
      await state.lifecycle.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await rm(folder, {recursive: true, force: true});
    }
  };
}
