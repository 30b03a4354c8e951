/** A size as Docker writes it ("64gb", "512m", bytes) in MiB; null where it is none. */
export function memoryMib(text: string | null | undefined): number | null {
  const parts = /^(\d{1,15})\s*([kmgt]?)i?b?$/i.exec(text ?? "");
  if (!parts) return null;
  const power = ["", "k", "m", "g", "t"].indexOf((parts[2] ?? "").toLowerCase());
  const mib = (Number(parts[1]) * 1024 ** power) / 2 ** 20;
  return Number.isSafeInteger(Math.round(mib)) ? Math.round(mib) : null;
}
