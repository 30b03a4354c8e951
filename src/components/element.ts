type Child = Node | string | number | null | undefined;

/** An element with attributes and children; strings become text nodes, never HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  for (const child of children)
    if (child !== null && child !== undefined) node.append(typeof child === "number" ? String(child) : child);
  return node;
}
