/** The words of the record for a thinking control; another word (a reasoning effort) is none of them: null. */
export function thinkingMode(mode: unknown): "default" | "enabled" | "disabled" | null {
  return mode === "default" || mode === "enabled" || mode === "disabled" ? mode : null;
}
