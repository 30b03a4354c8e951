import {element} from "../element.js";
import {fitWidth} from "../fitWidth.js";
import {formatNumber} from "../formatNumber.js";
import {visibleText} from "../visibleText.js";
import type {Delta, RequestFields, SilentEvent, StageFile} from "./requestData.js";
import {timeline} from "./timeline.js";

export interface RequestView {
  node: HTMLElement;
  destroy(): void;
}

/** A request's page: what was measured, the timeline, the text as plain text, usage, settings, wire frames and the files with their hashes. */
export function requestView(
  request: RequestFields,
  file: StageFile,
  simulated: boolean,
  frames: () => Promise<[number, unknown][] | null>
): RequestView {
  const deltas = file.deltas[request.request_id] ?? [];
  const silent = file.silent[request.request_id] ?? [];
  const undo: (() => void)[] = [];
  const texts = element("div", {class: "texts"}, ...channels(request, deltas));
  const node = element(
    "article",
    {class: "request-view"},
    element("h2", {}, request.request_id),
    headline(request, deltas),
    deltas.length > 0
      ? drawn({request, deltas, silent, simulated}, texts, undo)
      : absent(
          "The evidence holds no wire frames of this request, so there is no timeline of its deltas: the file that it was imported from has only what is below."
        ),
    element("h3", {}, "Text"),
    texts,
    element("h3", {}, "Everything measured"),
    fields(request),
    ...(file.settings === null
      ? []
      : [
          element(
            "details",
            {},
            element("summary", {}, "Settings of the stage"),
            element("pre", {tabindex: "0"}, indented(file.settings))
          )
        ]),
    wire(frames, deltas.length > 0),
    element("h3", {}, "Files"),
    file.files.length === 0
      ? absent("No file of this request is in the manifest.")
      : element(
          "ul",
          {class: "lineage-files"},
          ...file.files.map((f) =>
            element(
              "li",
              {},
              element("code", {}, f.path),
              " ",
              element("code", {class: "sha"}, f.sha256 ?? "hash not known")
            )
          )
        )
  );
  return {node, destroy: () => undo.forEach((each) => each())};
}

const absent = (text: string) => element("p", {class: "missing"}, text);

function headline(request: RequestFields, deltas: Delta[]): HTMLElement {
  const number = (key: string, unit: string) => {
    const value = request[key];
    return typeof value === "number"
      ? element("span", {title: `exactly ${value}`}, `${formatNumber(value)}\u2009${unit}`)
      : element("span", {class: "missing"}, "not measured");
  };
  const rows: [string, Node | string][] = [
    ["status", [request.status, request.phase, request["finish_reason"]].filter(Boolean).join(", ")],
    ["first output", number("ttfo_ms", "ms")],
    ["first content", number("ttft_ms", "ms")],
    ["end to end", number("e2e_ms", "ms")],
    ["decode", number("decode_tok_s", "tok/s")],
    ["prompt", number("prompt_tokens", "tokens")],
    ["cached", number("cached_tokens", "tokens")],
    ["output", number("output_tokens", "tokens")],
    ["tokens a chunk", number("tokens_per_chunk", "")],
    ["deltas", deltas.length > 0 ? String(deltas.length) : number("output_deltas", "")]
  ];
  return element(
    "dl",
    {class: "chips"},
    ...rows.map(([term, content]) => element("div", {}, element("dt", {}, term), element("dd", {}, content)))
  );
}

interface Drawn {
  request: RequestFields;
  deltas: Delta[];
  silent: SilentEvent[];
  simulated: boolean;
}

/** What the timeline shows, in one sentence. */
export function timelineTitle(deltas: Delta[]): string {
  const [first, last] = [deltas[0]?.[0] ?? 0, deltas.at(-1)?.[0] ?? 0];
  const start = `First output after ${formatNumber(first)}\u2009ms`;
  return deltas.length < 2
    ? `${start}, the only delta`
    : `${start}, the last of ${formatNumber(deltas.length)} deltas ${formatNumber(last - first)}\u2009ms later`;
}

/** The timeline in a figure that says what is drawn, and below it the delta under the cursor. */
function drawn({request, deltas, silent, simulated}: Drawn, texts: HTMLElement, undo: (() => void)[]): HTMLElement {
  const counted = deltas.some((d) => d[3] !== null);
  const slot = element("div", {class: "chart-slot"});
  const figure = element(
    "figure",
    {class: simulated ? "chart simulated" : "chart"},
    element(
      "figcaption",
      {},
      element("strong", {}, timelineTitle(deltas)),
      element(
        "span",
        {},
        `one tick a delta, ${counted ? "its height by the tokens in it" : "all of one height: the server did not count tokens as it went"}; shaded: prefill, reasoning, answer${simulated ? "; simulated" : ""}`
      )
    ),
    slot
  );
  const readout = element(
    "p",
    {class: "readout", role: "status"},
    "Move over the ticks, or use the arrow keys, to read a delta."
  );
  let marked: Element | null = null;
  const point = (index: number | null) => {
    marked?.classList.remove("pointed");
    const delta = index === null ? undefined : deltas[index];
    if (!delta) return;
    const [t, channel, text, tokens] = delta;
    readout.textContent = `${index === null ? "" : `delta ${index + 1} of ${deltas.length}, `}${formatNumber(t)} ms, ${channel}, ${tokens === null ? "tokens not counted" : `${tokens} tokens`}: ${visibleText(text)}`;
    marked = texts.querySelector(`[data-delta="${index}"]`);
    marked?.classList.add("pointed");
    const box = marked?.closest<HTMLElement>("pre");
    if (box && marked instanceof HTMLElement) box.scrollTop = marked.offsetTop - box.offsetTop - box.clientHeight / 2;
  };
  undo.push(fitWidth(slot, (width) => [timeline(request, deltas, silent, Math.min(960, width), point)]));
  return element("div", {}, figure, readout);
}

/** Texts by channel; with deltas each is a span, so that the cursor of the timeline finds its place. */
function channels(request: RequestFields, deltas: Delta[]): Node[] {
  const names = [
    ["reasoning", request.reasoning],
    ["content", request.content],
    ["tool", toolText(request.tool_calls)]
  ] as const;
  const parts = names.flatMap(([name, whole]) => {
    const pieces = deltas.flatMap(([, channel, text], i) =>
      channel === name ? [element("span", {"data-delta": String(i)}, visibleText(text))] : []
    );
    if (pieces.length === 0 && (whole === null || whole === "")) return [];
    return [
      element("h4", {}, name),
      element("pre", {class: "model-text", tabindex: "0"}, ...(pieces.length > 0 ? pieces : [visibleText(whole ?? "")]))
    ];
  });
  return parts.length > 0 ? parts : [absent("The evidence holds no text of this request.")];
}

const toolText = (json: string | null) => (json === null || json === "[]" ? null : indented(json));

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

const LONG = new Set(["content", "reasoning", "tool_calls"]);

function fields(request: RequestFields): HTMLElement {
  const rows = Object.entries(request).filter(([key]) => !LONG.has(key));
  const known = rows.filter(([, value]) => value !== null);
  const unknown = rows.filter(([, value]) => value === null).map(([key]) => key);
  return element(
    "div",
    {},
    element(
      "div",
      {class: "scroll", role: "region", tabindex: "0", "aria-label": "Fields of the request"},
      element(
        "table",
        {},
        element("caption", {}, "One field a row, as the view request_metrics holds it"),
        element(
          "tbody",
          {},
          ...known.map(([key, value]) =>
            element(
              "tr",
              {},
              element("th", {scope: "row"}, element("code", {}, key)),
              element("td", {}, visibleText(typeof value === "string" ? value : JSON.stringify(value)))
            )
          )
        )
      )
    ),
    unknown.length === 0 ? null : absent(`Not in the evidence: ${unknown.join(", ")}.`)
  );
}

function wire(load: () => Promise<[number, unknown][] | null>, has: boolean): Node {
  if (!has) return absent("Wire frames: not in the evidence.");
  const box = element("div", {}, "Loading");
  const part = element("details", {}, element("summary", {}, "Wire frames, as they arrived"), box);
  part.addEventListener("toggle", () => void fill(), {once: true});
  const fill = async () => {
    const frames = await load().catch(() => null);
    if (frames === null) return box.replaceChildren(absent("The frames could not be read."));
    const lines = frames.map(
      ([t, payload]) =>
        `${(t / 1e6).toFixed(3).padStart(12)} ms  ${typeof payload === "string" ? visibleText(payload) : JSON.stringify(payload)}`
    );
    box.replaceChildren(element("pre", {class: "frames", tabindex: "0"}, lines.join("\n")));
  };
  return part;
}
