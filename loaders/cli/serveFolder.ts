import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import sirv from "sirv";
import {Problem} from "../../src/schema/problem.js";

/** Serves the files of a folder on 127.0.0.1, and nothing else. `port` 0 takes a free one; a taken port is a Problem. */
export async function serveFolder(folder: string, port: number): Promise<{url: string; close(): Promise<void>}> {
  const handler = sirv(folder, {dev: false, etag: true});
  const server = createServer((request, response) => {
    handler(request, response, () => {
      response.writeHead(404, {"content-type": "text/plain; charset=utf-8"});
      response.end("There is no such page.\n");
    });
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      failed(
        error.code === "EADDRINUSE"
          ? new Problem("port-taken", `Port ${port} is in use`, {
              left: "the report is built",
              next: "choose another with --port, or --port 0 for a free one",
              cause: error
            })
          : error
      )
    );
    server.listen(port, "127.0.0.1", listening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      })
  };
}
