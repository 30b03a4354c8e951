import {createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject} from "node:crypto";
import {mkdir, readFile, writeFile} from "node:fs/promises";
import {dirname, join, resolve} from "node:path";
import {Problem} from "../../src/schema/problem.js";
import {ioProblem} from "../record/index.js";
import type {CliEffects} from "./effects.js";

/** Reads an ed25519 private key in PEM. The key itself is never shown in an error. */
export async function readPrivateKey(path: string, effects: CliEffects): Promise<KeyObject> {
  const place = resolve(effects.cwd, path);
  const fail = (why: string) =>
    new Problem("bad-key", "This is not a private key to sign with", {
      where: place,
      why,
      left: "the amendments",
      next: "give the PEM file that amend --new-key NAME wrote"
    });
  const text = await readFile(place, "utf8").catch(() => {
    throw fail("it cannot be read");
  });
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    throw fail("it holds no unencrypted private key in PEM");
  }
  if (key.asymmetricKeyType !== "ed25519") throw fail(`it is ${key.asymmetricKeyType ?? "unknown"}, not ed25519`);
  return key;
}

/** Makes a key pair: the private key in a new file that only its owner reads, the public one as a table for reviewers.toml. */
export async function newKey(
  name: string,
  path: string | undefined,
  json: boolean,
  effects: CliEffects
): Promise<number> {
  if (!/^[A-Za-z0-9_-]+$/.test(name))
    throw new Problem("bad-name", "A reviewer's name is of letters, digits, hyphens and underscores", {
      where: name,
      next: "choose another name"
    });
  const home = effects.env.HOME;
  const place = resolve(effects.cwd, path ?? (home ? join(home, ".config/assay", `${name}.pem`) : `${name}.pem`));
  const {privateKey} = generateKeyPairSync("ed25519");
  try {
    await mkdir(dirname(place), {recursive: true, mode: 0o700});
    await writeFile(place, privateKey.export({type: "pkcs8", format: "pem"}), {flag: "wx", mode: 0o600});
  } catch (error) {
    throw ioProblem(error, place, "written");
  }
  const spki = createPublicKey(privateKey).export({type: "spki", format: "der"}).toString("base64");
  if (json) {
    effects.out(`${JSON.stringify({name, public_key: spki, private_key_file: place})}\n`);
    return 0;
  }
  effects.talk(`The private key is in ${place}: keep it there. Add this table to configs/reviewers.toml:\n\n`);
  effects.out(`[reviewers.${name}]\npublic_key = "${spki}"\n`);
  return 0;
}
