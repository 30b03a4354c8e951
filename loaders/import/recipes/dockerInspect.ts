/** `docker inspect` of containers: how a server was started, as a recipe. The environment's secrets are taken out before this is read. */
import {z} from "zod";
import {mapped} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {amount, asObject, flag, listOf, readShape, text} from "../shape.js";
import {count} from "../units.js";
import {flagValue, foreignRecipe} from "./foreignRecipe.js";
import type {ForeignServer} from "./foreignRecipe.js";

const Container = z.looseObject({
  Id: text,
  Name: text,
  Image: text,
  Path: text,
  Args: listOf(z.string()),
  Config: z
    .looseObject({
      Image: text,
      Cmd: listOf(z.string()),
      Entrypoint: listOf(z.string()),
      Env: listOf(z.string()),
      ExposedPorts: z.record(z.string(), z.unknown()).nullish()
    })
    .nullish(),
  HostConfig: z
    .looseObject({
      IpcMode: text,
      ShmSize: amount,
      Ulimits: listOf(z.looseObject({Name: text, Soft: z.number().nullish()})),
      PortBindings: z.record(z.string(), listOf(z.looseObject({HostPort: text}))).nullish()
    })
    .nullish(),
  Mounts: listOf(z.looseObject({Source: text, Name: text, Destination: text, RW: flag}))
});
type Container = z.infer<typeof Container>;
const Containers = listOf(Container);

const isContainer = (v: unknown): boolean => {
  const c = asObject(v);
  return typeof c["Id"] === "string" && "Config" in c && "HostConfig" in c;
};

export const dockerInspect: Format = {
  name: "docker-inspect",
  kind: "docker inspect",
  recognises: (first) => (Array.isArray(first) ? first.length > 0 && isContainer(first[0]) : isContainer(first)),
  map(file): Mapped {
    const first = file.records[0];
    const {value, problems} = readShape(Containers, Array.isArray(first) ? first : [first]);
    if (!value) return mapped({problems});
    const parts = value.flatMap((c, i) => (c ? [foreignRecipe(server(c, i), null)] : []));
    return mapped({
      recipes: parts.flatMap((p) => p.recipes),
      profiles: parts.flatMap((p) => p.profiles),
      reported: parts.flatMap((p) => p.reported),
      notMapped: ["$[*].State", "$[*].NetworkSettings"],
      problems: [...problems, ...parts.flatMap((p) => p.problems)]
    });
  }
};

const words = (list: (string | null)[] | null | undefined): string[] =>
  (list ?? []).filter((w): w is string => w !== null);

function server(c: Container, index: number): ForeignServer {
  const command = [...words(c.Config?.Entrypoint), ...words(c.Config?.Cmd)];
  const name = (c.Name ?? c.Id ?? `container-${index + 1}`).replace(/^\//, "");
  const repo = flagValue(command, "--model-path", "--model");
  const revision = flagValue(command, "--revision");
  const image = c.Config?.Image ?? null;
  const [port, bindings] = Object.entries(c.HostConfig?.PortBindings ?? {})[0] ?? [
    Object.keys(c.Config?.ExposedPorts ?? {})[0] ?? "",
    null
  ];
  return {
    path: `$[${index}]`,
    name,
    servedModel: flagValue(command, "--served-model-name") ?? repo ?? name,
    model: repo === null ? null : revision === null ? repo : `${repo}@${revision}`,
    image,
    engine: engineOf(`${image ?? ""} ${command.slice(0, 6).join(" ")}`),
    gpu: null,
    command,
    env: Object.fromEntries(
      words(c.Config?.Env).map((line): [string, string] => {
        const at = line.indexOf("=");
        return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
      })
    ),
    mounts: (c.Mounts ?? []).flatMap((m) => {
      const source = m?.Name ?? m?.Source;
      return m?.Destination && source ? [{source, target: m.Destination, read_only: m.RW === false}] : [];
    }),
    port: portNumber(port),
    hostPort: portNumber(bindings?.[0]?.HostPort ?? ""),
    shmMib: count(Math.round((c.HostConfig?.ShmSize ?? NaN) / 2 ** 20)),
    ipc: c.HostConfig?.IpcMode ?? null,
    ulimits: Object.fromEntries(
      (c.HostConfig?.Ulimits ?? []).flatMap((u) =>
        u?.Name && Number.isSafeInteger(u.Soft) ? [[u.Name, u.Soft ?? 0]] : []
      )
    ),
    settings: c.Image ? {image_id: c.Image} : {}
  };
}

const portNumber = (text: string): number | null => {
  const found = /^(\d{1,5})(?:\/tcp)?$/.exec(text)?.[1];
  return found === undefined ? null : Number(found);
};

const engineOf = (words: string): string | null => /sglang|vllm|llama/i.exec(words)?.[0].toLowerCase() ?? null;
