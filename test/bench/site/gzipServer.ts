import {createServer} from "node:http";
import {readFile} from "node:fs/promises";
import type {AddressInfo} from "node:net";
import {extname, join, normalize} from "node:path";
import {gzipSync} from "node:zlib";
import {CONTENT_TYPES} from "../../support/contentTypes.js";

/** Serves a folder on loopback, packed as any web server packs it; `extra` are files that lie in memory. `served`: bytes of all answers, workers' too. */
export async function gzipServer(
  folder: string,
  extra: Readonly<Record<string, Uint8Array>> = {}
): Promise<{url: string; served(): number; close(): void}> {
  let served = 0;
  const packed = new Map<string, Promise<Buffer>>();
  const read = async (path: string) => {
    const own = extra[path];
    return gzipSync(own ?? (await readFile(join(folder, normalize(path)))), {level: own ? 1 : 6});
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
    const bytes = packed.get(path) ?? read(path);
    packed.set(path, bytes);
    const type = CONTENT_TYPES[extname(path)] ?? "application/octet-stream";
    bytes.then(
      (body) => {
        served += body.length;
        response.writeHead(200, {"content-type": type, "content-encoding": "gzip"}).end(body);
      },
      () => response.writeHead(404).end()
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const {port} = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    served: () => served,
    close() {
      server.closeAllConnections();
      server.close();
    }
  };
}
