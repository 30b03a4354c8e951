import {parseHtml} from "@observablehq/framework/dist/html.js";

/** Gives a test in Node the document that charts write into; returns the window. */
export function browserGlobals(): Window & typeof globalThis {
  const {window, document} = parseHtml("<!doctype html><body></body>");
  Object.assign(globalThis, {document});
  return window;
}
