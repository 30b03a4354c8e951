import {verdictMark} from "../../components/verdictMark.js";
import type {Html} from "../html.js";
import {html} from "../html.js";

/** Shape and word of a verdict, an outcome or a severity. */
export function mark(state: string): Html {
  const {tone, word, path} = verdictMark(state);
  return html`<span class="mark ${tone}"
    ><svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" focusable="false">
      <path fill="currentColor" fill-rule="evenodd" d="${path}" /></svg
    ><span class="word">${word}</span></span
  >`;
}
