/** A value that is valid under a JSON schema, taken from a text where the text names it. */
import type {JsonSchema} from "../chat/request.js";
import {pick, type Random} from "../random.js";
import {mentionedValue, namedValue, propertiesOf} from "./argumentText.js";

const words = "valve gasket bearing seal impeller housing spring filter washer shaft".split(" ");
const deepest = 12;

interface Source {
  text: string;
  root: JsonSchema;
  random: Random;
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== "string") return schema;
  const path = schema.$ref.replace(/^#\/?/, "").split("/").filter(Boolean);
  const found = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], root);
  return (found ?? {}) as JsonSchema;
}

function typeOf(schema: JsonSchema): string {
  const given = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (typeof given === "string") return given;
  if (schema.properties) return "object";
  return schema.items ? "array" : "string";
}

function stringValue(schema: JsonSchema, {random}: Source): string {
  if (schema.format === "date") return "2026-09-02";
  if (schema.format === "date-time") return "2026-09-02T08:27:06Z";
  if (schema.format === "email") return "store@example.org";
  if (schema.format === "uri") return "https://example.org/parts";
  const least = Number(schema.minLength ?? 0);
  const most = Number(schema.maxLength ?? Infinity);
  let text = `${pick(words, random)} ${pick(words, random)}`;
  while (text.length < least) text += ` ${pick(words, random)}`;
  return text.slice(0, most);
}

function numberValue(schema: JsonSchema, {random}: Source): number {
  const least = Number(schema.minimum ?? schema.exclusiveMinimum ?? 1);
  const most = Number(schema.maximum ?? schema.exclusiveMaximum ?? Math.max(least + 10, 12));
  const value = least + (most - least) * (0.25 + random() / 2);
  return typeOf(schema) === "integer" ? Math.round(value) : Number(value.toFixed(1));
}

function arrayValue(schema: JsonSchema, name: string, source: Source, depth: number): unknown[] {
  const count = Math.min(Math.max(Number(schema.minItems ?? 2), depth > deepest ? 0 : 1), Number(schema.maxItems ?? 8));
  const items = (schema.items ?? {type: "string"}) as JsonSchema;
  return Array.from({length: count}, () => schemaValue(items, name, source, depth + 1));
}

function objectValue(schema: JsonSchema, source: Source, depth: number): Record<string, unknown> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const entries = Object.entries(propertiesOf(schema)).filter(([key]) => depth < deepest || required.includes(key));
  return Object.fromEntries(entries.map(([key, child]) => [key, schemaValue(child, key, source, depth + 1)]));
}

/** The value of one schema; `name` is the property it is for. */
export function schemaValue(given: JsonSchema, name: string, source: Source, depth = 0): unknown {
  const schema = resolve(given, source.root);
  if ("const" in schema) return schema.const;
  const choice = [schema.anyOf, schema.oneOf].find(Array.isArray)?.[0] as JsonSchema | undefined;
  if (choice) return schemaValue(choice, name, source, depth + 1);
  if (Array.isArray(schema.enum)) return mentionedValue(source.text, schema) ?? schema.enum[0];
  const type = typeOf(schema);
  if (type === "object") return objectValue(schema, source, depth);
  if (type === "array") return arrayValue(schema, name, source, depth);
  const named = name ? namedValue(source.text, name, {...schema, type}) : undefined;
  if (named !== undefined) return named;
  if (type === "null") return null;
  if (type === "boolean") return source.random() < 0.5;
  return type === "integer" || type === "number" ? numberValue(schema, source) : stringValue(schema, source);
}
