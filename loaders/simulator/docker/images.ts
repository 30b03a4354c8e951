/** Images that the simulated engine holds. */
import {createHash} from "node:crypto";

export interface EngineImage {
  id: string;
  /** `name@sha256:...` */
  digest: string;
  name: string;
}

const sizeBytes = 18_734_551_040;

export function engineImage(reference: string): EngineImage {
  const [name = reference] = reference.split("@");
  return {id: `sha256:${createHash("sha256").update(`config of ${reference}`).digest("hex")}`, digest: reference, name};
}

/** The image of another digest under the same name. */
export function otherDigest(reference: string): string {
  const [name = reference] = reference.split("@");
  return `${name}@sha256:${createHash("sha256").update(`another ${reference}`).digest("hex")}`;
}

/** By digest reference, id, short id or bare name. */
export function findImage(images: readonly EngineImage[], reference: string): EngineImage | undefined {
  return images.find(
    (image) =>
      image.digest === reference ||
      image.id === reference ||
      image.id === `sha256:${reference}` ||
      image.name === reference ||
      `${image.name}:latest` === reference
  );
}

export const imageEnv = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin", "CUDA_VERSION=13.0.1"];

export function imageSummary(image: EngineImage): Record<string, unknown> {
  return {
    Id: image.id,
    ParentId: "",
    RepoTags: null,
    RepoDigests: [image.digest],
    Created: 1_788_000_000,
    Size: sizeBytes,
    SharedSize: -1,
    Labels: null,
    Containers: -1
  };
}

export function imageInspect(image: EngineImage): Record<string, unknown> {
  return {
    Id: image.id,
    RepoTags: [],
    RepoDigests: [image.digest],
    Created: "2026-08-28T09:12:44Z",
    Size: sizeBytes,
    Architecture: "amd64",
    Os: "linux",
    Config: {Env: imageEnv, Cmd: null, Entrypoint: null, Labels: {"org.opencontainers.image.version": "v0.1.1-rc.14"}}
  };
}
