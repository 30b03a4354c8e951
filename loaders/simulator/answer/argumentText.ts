/** Takes values that a schema asks for out of a text. */
import type {JsonSchema} from "../chat/request.js";

export interface Properties {
  [name: string]: JsonSchema;
}

/** The properties of an object schema. */
export function propertiesOf(schema: JsonSchema | undefined): Properties {
  return (schema?.properties ?? {}) as Properties;
}

function cast(text: string, schema: JsonSchema): unknown {
  if (schema.type === "integer") return Math.round(Number(text));
  if (schema.type === "number") return Number(text);
  if (schema.type === "boolean") return text.toLowerCase() === "true";
  return text;
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("_", "[_ ]");
}

/** The value that stands after the property's own name: quoted, a number, or true or false. Undefined when it does not. */
export function namedValue(text: string, name: string, schema: JsonSchema): unknown {
  const pattern = `\\b${escaped(name)}\\b\\s*(?:=|:|is|as|of)?\\s*(?:"([^"]*)"|'([^']*)'|(-?\\d+(?:\\.\\d+)?)|\\b(true|false)\\b)`;
  const match = new RegExp(pattern, "i").exec(text);
  const found = match?.slice(1).find((one) => one !== undefined);
  return found === undefined ? undefined : cast(found, schema);
}

/** A value of an `enum` that the text mentions. */
export function mentionedValue(text: string, schema: JsonSchema): unknown {
  if (!Array.isArray(schema.enum)) return undefined;
  const lower = text.toLowerCase();
  return schema.enum.find((value) => lower.includes(String(value).toLowerCase()));
}

/** Quoted strings, numbers and names of a text, in order: what is left to be shared out among properties without a name. */
export class LooseValues {
  readonly #strings: string[];
  readonly #numbers: string[];

  constructor(text: string) {
    const quoted = [...text.matchAll(/"([^"]+)"|'([^']+)'/g)].map((match) => match[1] ?? match[2] ?? "");
    const names = [...text.matchAll(/\b(?:in|for|of|to|from|at)\s+(\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+)*)/gu)].map(
      (match) => match[1] ?? ""
    );
    this.#strings = [...quoted, ...names];
    this.#numbers = text.match(/-?\d+(?:\.\d+)?/g) ?? [];
  }

  take(schema: JsonSchema): unknown {
    if (schema.type === "integer" || schema.type === "number") {
      const next = this.#numbers.shift();
      return next === undefined ? undefined : cast(next, schema);
    }
    return schema.type === "string" || schema.type === undefined ? this.#strings.shift() : undefined;
  }
}
