// Framework's own modules that have no types; tests and the configuration use them as Framework's own tests do.
declare module "@observablehq/framework/dist/config.js" {
  export function normalizeConfig(spec: object, root: string): object;
  export function setCurrentDate(date: Date): void;
}
declare module "@observablehq/framework/dist/markdown.js" {
  export function parseMarkdown(source: string, options: object): {body: string; code: unknown[]; title: string | null};
}
declare module "@observablehq/framework/dist/html.js" {
  export function parseHtml(html: string): {window: Window & typeof globalThis; document: Document};
}
// Framework's own parser of pages, which has no types; tests read XML, SVG and pages with it.
declare module "jsdom" {
  export class JSDOM {
    constructor(text: string, options?: {contentType?: string});
    window: Window & typeof globalThis;
  }
}
