import type {Identity} from "../../host/containers/index.js";

/** Who manages a container, by the labels that managers leave; null when nobody does. Such an owner may start it again, or another in its place. */
export function ownerOf({labels}: Pick<Identity, "labels">): string | null {
  const compose = labels["com.docker.compose.project"];
  if (compose !== undefined) return `compose project ${compose}`;
  const swarm = labels["com.docker.swarm.service.name"] ?? labels["com.docker.swarm.service.id"];
  if (swarm !== undefined) return `swarm service ${swarm}`;
  const stack = labels["com.docker.stack.namespace"];
  if (stack !== undefined) return `stack ${stack}`;
  const unit = labels["PODMAN_SYSTEMD_UNIT"];
  return unit === undefined ? null : `systemd unit ${unit}`;
}
