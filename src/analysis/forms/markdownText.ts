/** What has a meaning in Markdown, in HTML or, as a mention, on a forge. */
const MEANT = /[\\`*{}[\]<>#|!~&@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** Text that stays text in Markdown: one line, nothing in it is markup, a link, a mention or a control character. */
export function markdownText(text: string): string {
  return text
    .replace(/[\s\u0085\u2028\u2029]+/g, " ")
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd")
    .replace(MEANT, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/(https?|ftp):\/\/|\bwww\./gi, (start) => `${start.slice(0, -1)}&#${start.charCodeAt(start.length - 1)};`)
    .replace(/^(\s*\d*)([-+.)])(?=\s|$)/, (_, start: string, sign: string) => `${start}&#${sign.charCodeAt(0)};`);
}
