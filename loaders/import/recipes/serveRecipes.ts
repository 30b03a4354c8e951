/** anvil-serving serve-recipes/v1 (TOML): one server a `[[recipe]]`. */
import {z} from "zod";
import {mapped} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {amount, asObject, listOf, readShape, text} from "../shape.js";
import {count} from "../units.js";
import {flagValue, foreignRecipe} from "./foreignRecipe.js";
import type {ForeignServer} from "./foreignRecipe.js";
import {memoryMib} from "./memoryMib.js";
import {splitWords} from "./splitWords.js";

const ServeRecipe = z.looseObject({
  model: text,
  status: text,
  download: z.looseObject({repo: text, revision: text}).nullish(),
  hardware: z.looseObject({gpu: text}).nullish(),
  serve: z
    .looseObject({
      engine: text,
      image: text,
      quantization: text,
      context_tokens: amount,
      port: amount,
      served_model_name: text,
      ipc: text,
      shm_size: text,
      entrypoint: listOf(z.string()),
      model_flag: text,
      model_path: text,
      ulimits: listOf(z.string()),
      named_volumes: listOf(z.string()),
      volumes: listOf(z.string()),
      env: listOf(z.string()),
      flags: listOf(z.string())
    })
    .nullish()
});
type ServeRecipe = z.infer<typeof ServeRecipe>;
const Document = z.looseObject({recipe: listOf(ServeRecipe)});

export const serveRecipes: Format = {
  name: "anvil-serving.serve-recipes/v1",
  kind: "serve recipes",
  recognises: (first) => asObject(first)["schema"] === "anvil-serving.serve-recipes/v1",
  map(file): Mapped {
    const {value: doc, problems} = readShape(Document, file.records[0]);
    if (!doc) return mapped({problems});
    const parts = (doc.recipe ?? []).flatMap((r, i) =>
      r ? [foreignRecipe(server(r, i), count(r.serve?.context_tokens))] : []
    );
    return mapped({
      recipes: parts.flatMap((p) => p.recipes),
      profiles: parts.flatMap((p) => p.profiles),
      reported: parts.flatMap((p) => p.reported),
      notMapped: ["$.recipe[*].fit", "$.recipe[*].sources"],
      problems: [...problems, ...parts.flatMap((p) => p.problems)]
    });
  }
};

const words = (list: (string | null)[] | null | undefined): string[] =>
  (list ?? []).filter((w): w is string => w !== null);

function server(r: ServeRecipe, index: number): ForeignServer {
  const s = r.serve;
  const flags = words(s?.flags).flatMap(splitWords);
  const command = [
    ...words(s?.entrypoint),
    ...(s?.model_flag && s.model_path ? [s.model_flag, s.model_path] : []),
    ...flags
  ];
  const repo = r.download?.repo ?? r.model;
  const revision = r.download?.revision ?? flagValue(command, "--revision");
  const served = s?.served_model_name ?? r.model ?? `recipe-${index + 1}`;
  return {
    path: `$.recipe[${index}]`,
    name: served,
    servedModel: served,
    model: repo ? (revision ? `${repo}@${revision}` : repo) : null,
    image: s?.image ?? null,
    engine: s?.engine ?? null,
    gpu: r.hardware?.gpu ?? null,
    command,
    env: Object.fromEntries(words(s?.env).map((line) => pair(line, "="))),
    mounts: [...words(s?.named_volumes), ...words(s?.volumes)].flatMap(mount),
    port: count(s?.port),
    hostPort: count(s?.port),
    shmMib: memoryMib(s?.shm_size),
    ipc: s?.ipc ?? null,
    ulimits: Object.fromEntries(
      words(s?.ulimits).flatMap((line) => {
        const [name, limit] = pair(line, "=");
        const soft = Number(limit.split(":")[0]);
        return Number.isInteger(soft) ? [[name, soft]] : [];
      })
    ),
    settings: {
      ...(s?.quantization ? {quantization: s.quantization} : {}),
      ...(r.status ? {foreign_status: r.status} : {})
    }
  };
}

const pair = (line: string, at: string): [string, string] => {
  const i = line.indexOf(at);
  return i < 0 ? [line, ""] : [line.slice(0, i), line.slice(i + 1)];
};

function mount(line: string): ForeignServer["mounts"] {
  const [source, target, mode] = line.split(":");
  return source && target ? [{source, target, read_only: mode === "ro"}] : [];
}
