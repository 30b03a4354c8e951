/**
 * Decodes the pieces of a body as they came: text, or bytes that are not valid UTF-8 on their own because a character
 * was cut. Bytes that are not UTF-8 at all become U+FFFD. `flush` gives what an unfinished character leaves.
 */
export function utf8Pieces(): {decode(piece: string | Uint8Array): string; flush(): string} {
  const decoder = new TextDecoder("utf-8", {ignoreBOM: true});
  let open = false;
  const flush = () => {
    if (!open) return "";
    open = false;
    return decoder.decode();
  };
  return {
    decode(piece) {
      if (typeof piece === "string") return flush() + piece;
      open = true;
      return decoder.decode(piece, {stream: true});
    },
    flush
  };
}
