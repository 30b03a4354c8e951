import type {ImageInfo} from "dockerode";
import type {ImageFacts} from "./containers.js";
import {HostFailure} from "./hostFailure.js";

const facts = (image: ImageInfo): ImageFacts => ({
  id: image.Id,
  digests: image.RepoDigests ?? [],
  tags: image.RepoTags ?? [],
  size_bytes: image.Size
});

/**
 * The image that `name@sha256:...` means among those the engine holds: by registry digest, or by image id for one built here
 * (a local image has no registry digest). Fails with `digest-wrong` when only another digest of that name is there.
 */
export function findImage(reference: string, images: ImageInfo[]): ImageFacts {
  const [name = "", digest = ""] = reference.split("@");
  const found =
    images.find((image) => image.RepoDigests?.includes(reference)) ?? images.find((image) => image.Id === digest);
  if (found) return facts(found);
  const others = images.filter((image) =>
    [...(image.RepoTags ?? []), ...(image.RepoDigests ?? [])].some((t) => t.replace(/(:[^:/]*|@.*)$/, "") === name)
  );
  if (others.length > 0) {
    throw new HostFailure("digest-wrong", `The engine holds ${name}, but not with digest ${digest}`, {
      where: reference,
      why: `it holds ${others.map((o) => o.RepoDigests?.[0] ?? o.Id).join(", ")}`,
      left: "Nothing was started or stopped.",
      next: `Run \`docker pull ${reference}\`, or correct the recipe.`
    });
  }
  throw new HostFailure("image-missing", `The engine does not hold the image ${name}`, {
    where: reference,
    left: "Nothing was started or stopped.",
    next: `Run \`docker pull ${reference}\`.`
  });
}
