interface Node {
  properties?: Record<string, Node>;
  items?: Node;
  additionalProperties?: Node | boolean;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
}

/** Keys that a JSON Schema knows at a path (property names and array indexes), over all its alternatives. */
export function knownKeys(schema: unknown, path: readonly PropertyKey[]): string[] {
  let nodes = spread(schema as Node);
  for (const step of path) {
    nodes = nodes.flatMap((node) => {
      const next =
        typeof step === "number" ? node.items : (node.properties?.[String(step)] ?? node.additionalProperties);
      return next && typeof next === "object" ? spread(next) : [];
    });
  }
  return [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))];
}

function spread(node: Node): Node[] {
  const parts = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
  return [node, ...parts.flatMap(spread)];
}
