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
  // The call that each index stands for; under null the last one of all.
  const open = new Map<number | null, (typeof calls)[number]>();
  for (const piece of pieces) {
    let call = open.get(piece.index);
    if (call && piece.id !== null && call.id !== null && piece.id !== call.id) call = undefined;
    if (call && piece.index === null && piece.id === null && opensAnother(call, piece)) call = undefined;
    if (!call) {
      call = {index: piece.index ?? calls.length, id: null, name: "", parts: []};
      calls.push(call);
    }
    open.set(piece.index, call).set(null, call);
    call.id ??= piece.id;
    if (piece.name !== call.name) call.name += piece.name;
    if (piece.arguments !== "") call.parts.push(piece.arguments);
  }
  return calls
    .sort((a, b) => a.index - b.index)
    .map((call) => ({id: call.id, name: call.name === "" ? null : call.name, text: call.parts.join("")}));
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
