/** Names from foreign files made safe for paths below the evidence folder: never empty, never a dot name, no separators. */
import {sha256} from "./sha256.js";

const MAX = 100;

/** A profile's or stage's name: letters, digits, dot, underscore and hyphen; a long one is cut and told apart by its hash. */
export function safeName(name: string): string {
  const clean = name
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .replace(/[.-]+$/, "");
  if (clean === "") return "unnamed";
  return clean.length <= MAX ? clean : `${clean.slice(0, MAX - 9)}-${sha256(name).slice(0, 8)}`;
}

/** A relative path for kept bytes: each step of the foreign path made safe; dots, separators and control characters cannot leave the folder. */
export function safePath(relative: string): string {
  const steps = relative.split("/").map((step) => {
    const clean = step.replace(/[\u0000-\u001f\u007f\\:*?"<>|]/g, "_").replace(/^\.+/, "_");
    if (clean === "") return "_";
    return Buffer.byteLength(clean) <= 200 ? clean : `${sha256(step).slice(0, 16)}-${clean.slice(-60)}`;
  });
  return steps.join("/");
}

/** Gives each name once; a second taker of a name gets `-2`, and so on. */
export function uniquely(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    for (let i = 1; ; i++) {
      const candidate = i === 1 ? name : `${name}-${i}`;
      if (taken.has(candidate.toLowerCase())) continue;
      taken.add(candidate.toLowerCase());
      return candidate;
    }
  };
}
