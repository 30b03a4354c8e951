import type {ToolCall} from "../../schema/request.js";
import type {ToolPiece} from "./readChunk.js";

/** A tool call with its arguments as text, before they are parsed. */
export interface RawToolCall {
  id: string | null;
  name: string | null;
  text: string;
}

/**
 * Puts tool calls together from their pieces. `index` tells calls apart; the id stands only on the first piece; without
 * an index a new id opens a call, and without both a name that comes after arguments; another id under the same index
 * is another call (some servers number all 0).
 */
export function assembleToolCalls(pieces: Iterable<ToolPiece>): RawToolCall[] {
  const calls: {index: number; id: string | null; name: string; parts: string[]}[] = [];
  const open = new Map<number, (typeof calls)[number]>();
  let last: (typeof calls)[number] | undefined;
  for (const piece of pieces) {
    let call = piece.index === null ? last : open.get(piece.index);
    if (call && piece.id !== null && call.id !== null && piece.id !== call.id) call = undefined;
    if (call && piece.index === null && piece.id === null && opensAnother(call, piece)) call = undefined;
    if (!call) {
      call = {index: piece.index ?? calls.length, id: null, name: "", parts: []};
      calls.push(call);
    }
    if (piece.index !== null) open.set(piece.index, call);
    last = call;
    call.id ??= piece.id;
    if (piece.name !== call.name) call.name += piece.name;
    if (piece.arguments !== "") call.parts.push(piece.arguments);
  }
  return calls
    .map((call, order) => ({call, order}))
    .sort((a, b) => a.call.index - b.call.index || a.order - b.order)
    .map(({call}) => ({id: call.id, name: call.name === "" ? null : call.name, text: call.parts.join("")}));
}

/** Whether a named piece cannot belong to the call in hand: another name after arguments, or `}` met by `{`, which no JSON has. */
function opensAnother(call: {name: string; parts: string[]}, piece: ToolPiece): boolean {
  const before = call.parts.at(-1);
  if (piece.name === "" || before === undefined) return false;
  return piece.name !== call.name || (before.trimEnd().endsWith("}") && piece.arguments.trimStart().startsWith("{"));
}

/** The record's form: arguments as the parsed value where the text parses, else the text. */
export function parseToolCall(raw: RawToolCall): ToolCall {
  let value: unknown = raw.text;
  try {
    value = JSON.parse(raw.text);
  } catch {
    // Half a JSON text is evidence too: it stays as it came.
  }
  return {id: raw.id, name: raw.name, arguments: value};
}
