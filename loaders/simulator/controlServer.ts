/** A loopback address of the simulation itself, beside the hosts in it: cards for the nvidia-smi program, server times. */
import {createServer, type Server} from "node:http";
import type {AddressInfo} from "node:net";
import type {HostState} from "./host/hostState.js";
import type {Machine} from "./memory/machine.js";
import {banner, queryApps, queryGpu, SmiError, topology} from "./memory/smi.js";

export interface ControlServer {
  url: string;
  close(): Promise<void>;
}

function smi(machine: Machine, url: URL): string {
  const fields = url.searchParams.get("fields") ?? "";
  const format = url.searchParams.get("format") ?? "";
  const units = !format.includes("nounits");
  const header = !format.includes("noheader");
  const kind = url.searchParams.get("kind");
  if (kind === "gpu") return queryGpu(machine, fields, units, header);
  if (kind === "apps") return queryApps(machine, fields, units, header);
  return kind === "topo" ? topology() : banner(machine);
}

/** Listens on a free port. `states`: the servers that run now. */
export async function startControlServer(machine: Machine, states: () => HostState[]): Promise<ControlServer> {
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://control");
    try {
      if (url.pathname === "/__simulator/smi") response.end(smi(machine, url));
      else if (url.pathname === "/__simulator/requests")
        response.end(JSON.stringify(states().flatMap((state) => state.times)));
      else response.writeHead(404).end();
    } catch (error) {
      if (!(error instanceof SmiError)) throw error;
      response.writeHead(400).end(error.message);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      })
  };
}
