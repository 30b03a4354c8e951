/** One event of a Server-Sent Events stream: its type (null: none given) and its data lines joined by newlines. */
export interface SseEvent {
  event: string | null;
  data: string;
}

export interface SseFramer {
  /** Takes the next decoded text; calls `onEvent` for each event that it completes. */
  feed(text: string): void;
  /** Ends the stream; the event in hand, never closed by an empty line, is handed back. */
  end(): SseEvent | null;
  /** Lines that were neither a field, nor a comment, nor empty: a body that has only these is not SSE. */
  strangeLines(): number;
}

/**
 * Frames a text stream into events, in time linear in its length, whatever the cuts.
 * Lines end in LF, CR or CRLF (also when CR and LF come in different pieces); a leading byte order mark is dropped.
 * Source: WHATWG HTML, 9.2.6 "Interpreting an event stream". The npm parsers search the rest of a piece for both line
 * ends on every line, which is quadratic where one CR stands at the end of a large piece.
 */
export function sseFramer(onEvent: (event: SseEvent) => void): SseFramer {
  let partial: string[] = [];
  let afterCr = false;
  let first = true;
  let strange = 0;
  let data: string[] = [];
  let event: string | null = null;

  const take = (): SseEvent | null => {
    // An event without data is none, but for one: a server that says no more than "event: error" has failed.
    const told = data.length > 0 || event === "error";
    const done = told ? {event, data: data.length === 1 ? (data[0] ?? "") : data.join("\n")} : null;
    data = [];
    event = null;
    return done;
  };
  const line = (text: string) => {
    if (text === "") {
      const done = take();
      if (done) onEvent(done);
      return;
    }
    const colon = text.indexOf(":");
    if (colon === 0) return;
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? "" : text.slice(text.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1);
    if (field === "data") data.push(value);
    else if (field === "event") event = value === "" ? null : value;
    else if (field !== "id" && field !== "retry") strange += 1;
  };
  const finish = (rest: string) => {
    if (partial.length === 0) return line(rest);
    partial.push(rest);
    const whole = partial.join("");
    partial = [];
    line(whole);
  };

  return {
    feed(text) {
      let at = 0;
      if (first && text !== "") {
        first = false;
        if (text.charCodeAt(0) === 0xfeff) at = 1;
      }
      if (afterCr && at < text.length) {
        afterCr = false;
        if (text.charCodeAt(at) === 10) at += 1;
      }
      // Each kind of line end is searched once beyond the place where it was last found: linear over all.
      let lf = text.indexOf("\n", at);
      let cr = text.indexOf("\r", at);
      while (lf >= 0 || cr >= 0) {
        const byCr = cr >= 0 && (lf < 0 || cr < lf);
        const stop = byCr ? cr : lf;
        finish(text.slice(at, stop));
        at = stop + 1;
        if (byCr) {
          if (at === text.length) afterCr = true;
          else if (lf === at) at += 1;
          cr = text.indexOf("\r", at);
        }
        if (lf >= 0 && lf < at) lf = text.indexOf("\n", at);
      }
      if (at < text.length) partial.push(text.slice(at));
    },
    end() {
      if (partial.length > 0) finish("");
      return take();
    },
    strangeLines: () => strange
  };
}
