import {z} from "zod";
import {nearestName} from "../../../src/metrics/names/nearestName.js";
import {knownKeys} from "./knownKeys.js";

/** One problem of a file that a person wrote: where in it, and what is wrong. */
export interface ShapeProblem {
  path: string;
  message: string;
}

/** Checks a value against a schema: the value with its defaults, or every problem at once, each with its path. */
export function checkShape<T extends z.ZodType>(
  schema: T,
  value: unknown
): {value: z.output<T>; problems: []} | {value: null; problems: ShapeProblem[]} {
  const parsed = schema.safeParse(value);
  if (parsed.success) return {value: parsed.data, problems: []};
  const json = z.toJSONSchema(schema, {io: "input"});
  return {value: null, problems: parsed.error.issues.flatMap((issue) => problemsOf(issue, json, value))};
}

function problemsOf(issue: z.core.$ZodIssue, json: unknown, value: unknown): ShapeProblem[] {
  if (issue.code === "unrecognized_keys") {
    const known = knownKeys(json, issue.path);
    return issue.keys.map((key) => {
      const near = nearestName(key, known);
      const hint = near
        ? `did you mean "${near}"?`
        : known.length > 0
          ? `known here: ${known.join(", ")}`
          : "none is known here";
      return {path: pathText([...issue.path, key]), message: `unknown key; ${hint}`};
    });
  }
  const got = issue.path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], value);
  if (got === undefined) return [{path: pathText(issue.path), message: `is missing (${lower(issue.message)})`}];
  return [{path: pathText(issue.path), message: `${lower(issue.message)}; it is ${shown(got)}`}];
}

/** A path as in TOML, with indexes: `profiles[0].stages.capacity[1].repeats`. */
export function pathText(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>(
    (at, step) => (typeof step === "number" ? `${at}[${step}]` : at === "" ? String(step) : `${at}.${String(step)}`),
    ""
  );
  return text === "" ? "(top)" : text;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner));
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
