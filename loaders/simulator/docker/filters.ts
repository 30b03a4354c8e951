/** The engine's `filters` parameter: a JSON object of lists. */
import {EngineError} from "./engineError.js";

export type Filters = Record<string, string[]>;

/** Takes both of Docker's forms: lists, and objects whose keys count. Throws EngineError. */
export function readFilters(query: URLSearchParams): Filters {
  const text = query.get("filters");
  if (!text) return {};
  try {
    const given = JSON.parse(text) as Record<string, string[] | Record<string, boolean>>;
    return Object.fromEntries(
      Object.entries(given).map(([key, values]) => [key, Array.isArray(values) ? values : Object.keys(values)])
    );
  } catch {
    throw new EngineError(400, "invalid filter");
  }
}

/** Whether labels have every `key` or `key=value` that is asked for. */
export function hasLabels(labels: Record<string, string>, wanted: readonly string[]): boolean {
  return wanted.every((one) => {
    const [key = "", value] = one.split(/=(.*)/s);
    return key in labels && (value === undefined || labels[key] === value);
  });
}

/** Whether an event passes: type, event, container, label. */
export function matches(filters: Filters, event: Record<string, unknown>): boolean {
  const actor = event.Actor as {ID: string; Attributes: Record<string, string>};
  const {type, event: actions, container, label} = filters;
  return (
    (!type || type.includes(String(event.Type))) &&
    (!actions || actions.includes(String(event.Action))) &&
    (!container || container.some((one) => actor.ID.startsWith(one) || actor.Attributes.name === one)) &&
    (!label || hasLabels(actor.Attributes, label))
  );
}
