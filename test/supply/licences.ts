import {readFileSync} from "node:fs";
import {z} from "zod";

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional()
    })
  )
});

export interface LockedPackage {
  name: string;
  version: string;
  licence: string;
  /** Needed only to develop Assay. */
  dev: boolean;
  installScript: boolean;
  integrity: string | null;
  /** Comes inside another package, under its hash. */
  bundled: boolean;
}

/** Packages that name their licence in an older way, or only in a file beside their code; each was read. */
const READ_BY_HAND: Record<string, string> = {
  buildcheck: "MIT",
  "color-convert": "MIT",
  "cpu-features": "MIT",
  "json-bignum": "MIT",
  ssh2: "MIT"
};

/** Every package of the lock file, in order of name and version. */
export function lockedPackages(lock = "package-lock.json"): LockedPackage[] {
  const {packages} = Lock.parse(JSON.parse(readFileSync(lock, "utf8")));
  const found = Object.entries(packages).flatMap(([path, one]): LockedPackage[] => {
    if (path === "" || one.link === true) return [];
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    return [
      {
        name,
        version: one.version ?? "",
        licence: one.license ?? READ_BY_HAND[name] ?? "none named",
        dev: one.dev === true,
        installScript: one.hasInstallScript === true,
        integrity: one.integrity ?? null,
        bundled: one.inBundle === true
      }
    ];
  });
  const text = (one: LockedPackage) => `${one.name}@${one.version}`;
  const unique = new Map(found.map((one) => [`${text(one)} ${one.dev}`, one]));
  return [...unique.values()].sort((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
}

const table = (packages: readonly LockedPackage[]): string[] => {
  const by = new Map<string, string[]>();
  for (const {licence, name, version} of packages) by.set(licence, [...(by.get(licence) ?? []), `${name} ${version}`]);
  return [...by]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .flatMap(([licence, names]) => [`### ${licence} (${names.length})`, "", names.join(", "), ""]);
};

/** The text of `docs/licences.md`. */
export function licencesText(packages = lockedPackages()): string {
  const used = packages.filter((one) => !one.dev);
  const dev = packages.filter((one) => one.dev);
  return [
    "# Licences of what Assay is made with",
    "",
    "Written from the lock file by `npx tsx test/supply/writeLicences.ts`; a test compares the two. Assay itself is MIT.",
    "",
    `## Needed to run (${used.length} packages)`,
    "",
    ...table(used),
    `## Needed to develop (${dev.length} packages)`,
    "",
    ...table(dev)
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}
