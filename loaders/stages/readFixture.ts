import {createHash} from "node:crypto";
import {readFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";

/** A committed image as a chat content part, with the hash of its bytes. */
export interface FixtureImage {
  sha256: string;
  part: {type: "image_url"; image_url: {url: string}};
}

/** Reads a fixture by its file's name. */
export async function readFixture(file: string): Promise<FixtureImage> {
  const bytes = await readFile(fileURLToPath(new URL(`./fixtures/${file}`, import.meta.url)));
  const type = file.endsWith(".png") ? "image/png" : "image/jpeg";
  return {
    sha256: createHash("sha256").update(bytes).digest("hex"),
    part: {type: "image_url", image_url: {url: `data:${type};base64,${bytes.toString("base64")}`}}
  };
}
