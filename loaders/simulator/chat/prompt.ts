/** Turns messages into prompt tokens as a chat template would: special tokens, tool declarations, image placeholders. */
import {createHash} from "node:crypto";
import {encodeInto, specialToken} from "../tokenizer.js";
import type {ChatMessage, Tool} from "./request.js";

export interface PromptImage {
  /** sha256 of the image's bytes. */
  sha256: string;
  media: string;
  width: number;
  height: number;
  tokens: number;
}

export interface Prompt {
  ids: number[];
  images: PromptImage[];
}

/** A data URL that cannot be read as an image. */
export class ImageError extends Error {}

function pngSize(bytes: Buffer): [number, number] | null {
  return bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47
    ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    : null;
}

function jpegSize(bytes: Buffer): [number, number] | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = bytes.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Reads a PNG or JPEG data URL. Tokens: one per 28 x 28 patch, plus the two markers. Throws ImageError. */
export function readImage(url: string): PromptImage {
  const match = /^data:([^;,]*);base64,(.*)$/s.exec(url);
  if (!match) throw new ImageError("Only base64 data URLs are served");
  const bytes = Buffer.from(match[2] ?? "", "base64");
  const size = pngSize(bytes) ?? jpegSize(bytes);
  if (!size) throw new ImageError("cannot identify image file");
  const [width, height] = size;
  const tokens = Math.max(4, Math.ceil(width / 28) * Math.ceil(height / 28)) + 2;
  return {sha256: createHash("sha256").update(bytes).digest("hex"), media: match[1] ?? "", width, height, tokens};
}

/** A message's text, without images. */
export function textOf(message: ChatMessage): string {
  if (typeof message.content === "string") return message.content;
  return (message.content ?? []).flatMap((part) => (part.type === "text" ? [String(part.text)] : [])).join("\n");
}

function addImage(prompt: Prompt, url: string): void {
  const image = readImage(url);
  prompt.images.push(image);
  const placeholder = parseInt(image.sha256.slice(0, 7), 16);
  for (let i = 0; i < image.tokens; i++) prompt.ids.push((placeholder + i) % 151_552);
}

function addMessage(prompt: Prompt, message: ChatMessage): void {
  prompt.ids.push(specialToken(`<|${message.role}|>`));
  encodeInto(prompt.ids, "\n");
  if (typeof message.content === "string") encodeInto(prompt.ids, message.content);
  else
    for (const part of message.content ?? []) {
      if (part.type === "image_url") addImage(prompt, (part.image_url as {url: string}).url);
      else encodeInto(prompt.ids, part.text as string);
    }
  for (const call of message.tool_calls ?? []) {
    prompt.ids.push(specialToken("<tool_call>"));
    encodeInto(prompt.ids, `${call.function.name}\n${call.function.arguments}`);
    prompt.ids.push(specialToken("</tool_call>"));
  }
}

/** The prompt of a chat request, with the template's own tokens. `thinking` false closes the thought at once. */
export function buildPrompt(
  messages: ChatMessage[],
  tools: Tool[] | null | undefined,
  thinking: boolean,
  toolsUsable = true
): Prompt {
  const prompt: Prompt = {ids: [specialToken("[gMASK]"), specialToken("<sop>")], images: []};
  if (tools?.length && toolsUsable) {
    prompt.ids.push(specialToken("<|system|>"));
    encodeInto(prompt.ids, "\n# Tools\nYou may call one or more functions.\n<tools>\n");
    for (const tool of tools) encodeInto(prompt.ids, `${JSON.stringify(tool)}\n`);
    encodeInto(prompt.ids, "</tools>");
  }
  for (const message of messages) addMessage(prompt, message);
  prompt.ids.push(specialToken("<|assistant|>"), specialToken("<think>"));
  if (!thinking) prompt.ids.push(specialToken("</think>"));
  return prompt;
}
