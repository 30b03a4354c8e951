import {readFileSync} from "node:fs";
import {join} from "node:path";
import type Docker from "dockerode";
import {Problem} from "../../../src/schema/problem.js";

/** Connection options for `DOCKER_HOST` (unix://, tcp://, http://, https://; absent: /var/run/docker.sock), TLS by DOCKER_CERT_PATH. */
export function engineAddress(env: NodeJS.ProcessEnv): Docker.DockerOptions {
  const address = env["DOCKER_HOST"] || "unix:///var/run/docker.sock";
  if (address.startsWith("unix://")) return {socketPath: address.slice(7) || "/var/run/docker.sock"};
  // A bare path is meant as a socket; as an address it would be a port of this machine that nobody named.
  if (address.startsWith("/")) return {socketPath: address};
  let url: URL;
  try {
    url = new URL(address.includes("//") ? address : `tcp://${address}`);
  } catch (cause) {
    throw new Problem("docker-host-unreadable", "DOCKER_HOST is not an address", {
      where: "environment variable DOCKER_HOST",
      next: "Use unix:///path/to/docker.sock or tcp://host:port.",
      cause
    });
  }
  if (!["tcp:", "http:", "https:"].includes(url.protocol)) {
    throw new Problem("docker-host-unsupported", `DOCKER_HOST uses ${url.protocol}//`, {
      where: "environment variable DOCKER_HOST",
      next: "Use unix:///path/to/docker.sock or tcp://host:port (an ssh tunnel can carry either)."
    });
  }
  const secure = url.protocol === "https:" || env["DOCKER_TLS_VERIFY"] === "1" || url.port === "2376";
  const folder = env["DOCKER_CERT_PATH"];
  const pem = (name: string) => readFileSync(join(folder ?? "", name));
  return {
    host: url.hostname,
    port: url.port || (secure ? "2376" : "2375"),
    protocol: secure ? "https" : "http",
    ...(secure && folder ? {ca: pem("ca.pem"), cert: pem("cert.pem"), key: pem("key.pem")} : {})
  };
}
