/** Reads a foreign document through a zod schema; a value of a wrong type is dropped and named, and the rest still loads. */
import {z} from "zod";

/** Any JSON number, NaN and the infinities included (zod's own refuses those). */
export const num = z.custom<number>((v) => typeof v === "number", "a number was expected").nullish();
/** A number of at least 0. `Infinity` and `NaN` pass: they are legal in these files and become null later. */
export const amount = z
  .custom<number>((v) => typeof v === "number" && !(v < 0), "a number of at least 0 was expected")
  .nullish();
export const text = z.string().nullish();
export const flag = z.boolean().nullish();
const MAX_PROBLEMS = 20;
const MAX_PRUNED = 10_000;

/**
 * A list whose wrong items become null, so that parallel lists stay parallel. Its items are checked one by one, and a list
 * with more than 10,000 wrong values is left out as a whole: a hostile file cannot make a million complaints.
 */
export function listOf<T extends z.ZodType>(item: T) {
  const one = item.nullable();
  return z
    .unknown()
    .optional()
    .transform((list, context): (z.output<T> | null)[] | null | undefined => {
      if (list === undefined || list === null) return list;
      if (!Array.isArray(list)) {
        context.addIssue("a list was expected");
        return z.NEVER;
      }
      const complaints: {path: PropertyKey[]; message: string}[] = [];
      const read = list.map((value: unknown, i) => {
        if (complaints.length > MAX_PRUNED) return null;
        const result = one.safeParse(value);
        if (result.success) return result.data;
        complaints.push(...result.error.issues.map((x) => ({path: [i, ...x.path], message: x.message})));
        return null;
      });
      if (complaints.length > MAX_PRUNED)
        context.addIssue(`a list with more than ${MAX_PRUNED} values of a wrong type`);
      else for (const {path, message} of complaints) context.addIssue({code: "custom", path, message});
      return complaints.length > 0 ? z.NEVER : read;
    });
}

export interface Shaped<T> {
  value: T | null;
  problems: string[];
}

/** Validates; where a field has a wrong type it is removed (in a list: null), listed, and the rest tried again. */
export function readShape<S extends z.ZodType>(schema: S, document: unknown): Shaped<z.output<S>> {
  let current = document;
  const problems: string[] = [];
  let pruned = 0;
  for (let round = 0; round < 8; round++) {
    const result = schema.safeParse(current);
    if (result.success) return {value: result.data, problems: cap(problems, pruned)};
    if (round === 0) current = structuredClone(document);
    for (const issue of result.error.issues) {
      if (issue.path.length === 0 || ++pruned > MAX_PRUNED)
        return {value: null, problems: [...cap(problems, pruned), `${where(issue.path)}: ${issue.message}`]};
      if (problems.length < MAX_PROBLEMS) problems.push(`${where(issue.path)}: ${issue.message}; it was left out`);
      prune(current, issue.path);
    }
  }
  return {value: null, problems: cap(problems, pruned)};
}

const cap = (problems: string[], pruned: number) =>
  pruned > problems.length ? [...problems, `${pruned - problems.length} more of this kind`] : problems;

/** JSON path of a zod issue. */
export function where(path: PropertyKey[]): string {
  return path.reduce<string>((p, key) => p + (typeof key === "number" ? `[${key}]` : `.${String(key)}`), "$");
}

function prune(root: unknown, path: PropertyKey[]): void {
  let node: unknown = root;
  for (const key of path.slice(0, -1)) {
    if (typeof node !== "object" || node === null) return;
    node = (node as Record<PropertyKey, unknown>)[key];
  }
  const last = path.at(-1);
  if (typeof node !== "object" || node === null || last === undefined) return;
  if (Array.isArray(node)) node[Number(last)] = null;
  else Reflect.deleteProperty(node, last);
}

/** The value as an object, or an empty one. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
