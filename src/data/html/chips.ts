import type {Decision} from "../../schema/decision.js";
import {formatNumber} from "../../components/formatNumber.js";
import type {Content, Html} from "../html.js";
import {html} from "../html.js";

/** Who was measured: model, revision, image digest, hardware, context, concurrency. Long hashes are short, and copyable. */
export function chips(decision: Decision): Html {
  const {model, image, hardware, context_tokens, concurrency, unpinned} = decision.identity;
  const [repo, revision] = split(model, "@");
  const [name, digest] = split(image, "@");
  const rows: [string, Content][] = [
    ["model", repo],
    ["revision", revision === null ? null : hash(revision)],
    ["image", name === null ? null : html`${name}${unpinned ? html` <b>unpinned</b>` : null}`],
    ["digest", digest === null ? null : hash(digest)],
    ["hardware", hardware],
    ["context", context_tokens === null ? null : `${formatNumber(context_tokens, 6)} tokens`],
    ["concurrency", concurrency === null ? null : `${concurrency} in flight`],
    ["evidence root", decision.root_hash === null ? null : hash(decision.root_hash)]
  ];
  return html`<dl class="chips">
    ${rows
      .filter(([, content]) => content !== null)
      .map(
        ([term, content]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${content}</dd>
          </div>`
      )}
  </dl>`;
}

function split(text: string | null, at: string): [string | null, string | null] {
  if (text === null) return [null, null];
  const i = text.lastIndexOf(at);
  return i < 0 ? [text, null] : [text.slice(0, i), text.slice(i + 1)];
}

/** A hash's first characters; the whole is its title and what a click copies. */
export function hash(full: string): Html {
  const bare = full.replace(/^sha256:/, "");
  return html`<code class="hash" title="${full}" data-copy="${full}"
    >${bare.length > 14 ? bare.slice(0, 12) : bare}</code
  >`;
}
