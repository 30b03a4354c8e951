import {createServer} from "node:net";
import type {AddressInfo} from "node:net";
import type Docker from "dockerode";
import {Recipe} from "../../../src/schema/recipe.js";
import type {PrivateEngine} from "../../support/engine/privateEngine.js";

/** A port of the loopback that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const {port} = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts a server in a container that no campaign made, as an operator would. */
export async function startIncumbent(
  engine: PrivateEngine,
  name: string,
  port: number,
  host: Docker.HostConfig = {}
): Promise<Docker.Container> {
  const id = engine.image.split("@")[1];
  const container = await engine.docker.createContainer({
    name,
    ...(id === undefined ? {} : {Image: id}),
    Env: ["PORT=30000", `SERVED_MODEL_NAME=${name}`, "HF_TOKEN=hf_planted_secret_of_the_incumbent"],
    ExposedPorts: {"30000/tcp": {}},
    Labels: {team: "serving"},
    HostConfig: {
      PortBindings: {"30000/tcp": [{HostIp: "127.0.0.1", HostPort: String(port)}]},
      RestartPolicy: {Name: "no"},
      ShmSize: 256 * 2 ** 20,
      Ulimits: [{Name: "memlock", Soft: -1, Hard: -1}],
      ...host
    }
  });
  await container.start();
  return container;
}

/** A recipe of the test server. */
export function recipeOf(engine: PrivateEngine, name: string, port: number, env: Record<string, string> = {}): Recipe {
  return Recipe.parse({
    schema: "assay.recipe/v1",
    name,
    served_model: name,
    model: "test/server@1",
    image: engine.image,
    context_tokens: 131072,
    concurrency: 1,
    env: {SERVED_MODEL_NAME: name, ...env},
    host_port: port,
    gpus: "none",
    shm_mib: 64,
    ulimits: {memlock: -1}
  });
}
