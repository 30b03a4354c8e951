import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {deriveRequest} from "../../src/metrics/wire/deriveRequest.js";
import {Derived} from "../../src/schema/request.js";
import {content, derived, DONE, event, last, usage} from "./stream.js";

const good: [number, string][] = [
  [10, event({role: "assistant", content: null})],
  [100, content("a")],
  [200, content("b")],
  [201, event({}, "stop")],
  [202, last(usage(10, 5))]
];

describe("status", () => {
  it("is ok with a finish_reason or [DONE], however the connection closed", () => {
    expect(derived(good).status).toBe("ok");
    expect(derived(good, {end: "reset"}).status).toBe("ok");
    expect(derived([...good, [203, DONE]], {end: "timeout"})).toMatchObject({status: "ok", error: null});
  });
  it("is truncated with neither, also when the last line is cut", () => {
    for (const end of ["end", "reset"] as const) expect(derived(good.slice(0, 3), {end}).status).toBe("truncated");
    expect(derived([...good.slice(0, 3), [201, 'data: {"choices":[{"ind']]).status).toBe("truncated");
    expect(derived([]).status).toBe("truncated");
    expect(derived([[1, ": keep-alive\n\n"]]).status).toBe("truncated");
  });
  it("takes a last event without its empty line", () => {
    expect(derived([...good.slice(0, 3), [201, "data: [DONE]"]])).toMatchObject({status: "ok", e2e_ms: 201});
    expect(derived([...good.slice(0, 3), [201, event({}, "stop").trim()]])).toMatchObject({finish_reason: "stop"});
  });
  it("is timeout or aborted when we ended it, and aborted when the server says so", () => {
    expect(derived(good.slice(0, 3), {end: "timeout"}).status).toBe("timeout");
    expect(derived(good, {end: "timeout"}).status).toBe("timeout");
    expect(derived(good.slice(0, 3), {end: "aborted"}).status).toBe("aborted");
    expect(derived([...good.slice(0, 3), [201, event({}, "abort")], [202, DONE]]).status).toBe("aborted");
  });
  it.each([
    ["an error event", 'data: {"error":{"message":"boom"}}\n\n', "boom"],
    ["an error that is a text", 'data: {"error":"boom"}\n\n', "boom"],
    ["an error object of the server", 'data: {"object":"error","message":"boom","code":400}\n\n', "boom"],
    ["an error in a choice", 'data: {"choices":[{"index":0,"error":{"message":"boom"}}]}\n\n', "boom"],
    ["event: error with JSON", 'event: error\ndata: {"message":"boom"}\n\n', "boom"],
    ["event: error with text", "event: error\ndata: boom\n\n", "boom"],
    ["a data line that is not JSON", "data: boom\n\n", "not JSON: boom"],
    ["finish_reason error", event({}, "error"), "finish_reason error"]
  ])("is stream_error after %s, early or late, and has no rate", (_, text, message) => {
    for (const before of [0, 3, 5]) {
      const record = derived([...good.slice(0, before), [300, text], [301, DONE]]);
      expect(record.status).toBe("stream_error");
      expect(record.error).toContain(message);
      expect(record).toMatchObject({decode_tok_s: null, tpot_ms: null, effective_prefill_tok_s: null});
      expect(record.ttft_ms).toBe(before === 0 ? null : 100);
    }
  });
  it.each(["<html>\n<body>502</body>", '{"choices":[{"message":{"content":"a"}}]}', '{"error":{"message":"busy"}}'])(
    "is stream_error for a body that is not SSE: %s",
    (body) => {
      expect(derived([[5, body]]).status).toBe("stream_error");
    }
  );
  it("is http_error with the server's message from status 300 and 400 on", () => {
    const refused = (status: number, body: string) =>
      derived(body === "" ? [] : [[5, body]], {head: {t_ms: 4, status, headers: {}}});
    expect(refused(400, '{"error":{"message":"too long"}}')).toMatchObject({
      status: "http_error",
      http_status: 400,
      error: "too long",
      content: null,
      ttfo_ms: null,
      output_deltas: null
    });
    expect(refused(422, '{"detail":"nope"}').error).toBe("nope");
    expect(refused(503, "busy").error).toBe("busy");
    expect(refused(503, "").error).toBe("HTTP 503");
    expect(refused(302, "").status).toBe("http_error");
    for (const [status, word] of [
      [199, "http_error"],
      [200, "truncated"],
      [299, "truncated"],
      [300, "http_error"]
    ] as const)
      expect(refused(status, "").status).toBe(word);
  });
});

describe("the error's sentence", () => {
  const head = {t_ms: 1, status: 200, headers: {}};
  const closed = "the stream closed with neither finish_reason nor [DONE]";
  it("says how a request ended that is none of the server's errors", () => {
    expect(derived(good.slice(0, 3)).error).toBe(closed);
    expect(derived(good.slice(0, 3), {head}).error).toBe(closed);
    expect(derived(good, {end: "timeout"}).error).toBe("a time limit ran out");
    expect(derived(good.slice(0, 3), {end: "aborted"}).error).toBe("it was ended by us");
    expect(derived([...good.slice(0, 3), [201, event({}, "abort")]]).error).toBe(
      "the server aborted it (finish_reason abort)"
    );
  });
  it("says that no response came only where neither head nor byte did", () => {
    expect(derived([]).error).toBe(`no response came: ${closed}`);
    expect(derived([], {head}).error).toBe(closed);
    expect(derived([], {end: "timeout"}).error).toBe("a time limit ran out");
  });
  it("is what the server said, cut where it is long", () => {
    const boom = (text: string) =>
      derived([
        [5, text],
        [6, DONE]
      ]).error;
    expect(boom("event: error\ndata: boom\n\n")).toBe("boom");
    expect(boom(`data: ${"x".repeat(300)}\n\n`)).toBe(`a data line is not JSON: ${"x".repeat(200)}`);
  });
  it("has the beginning of a body that is no event stream, or the message of its JSON", () => {
    const said = (...pieces: string[]) => derived(pieces.map((text, i): [number, string] => [5 + i, text])).error;
    const not = "the body is not an event stream: ";
    expect(said("<html>", "busy")).toBe(`${not}<html>busy`);
    expect(said(`<html>${"x".repeat(900)}`)).toBe(`${not}<html>${"x".repeat(494)}`);
    expect(said('{"error":{"mess', 'age":"busy"}}')).toBe(`${not}busy`);
    // Of a long one the first pieces are kept, up to 2,000 characters.
    const long = `{"message":"busy","more":"${"x".repeat(1974)}`;
    expect(long).toHaveLength(2000);
    expect(said(long.slice(0, 1999), 'x"}')).toBe(`${not}busy`);
    expect(said(long, '"}')).toBe(`${not}${long.slice(0, 500)}`);
  });
});

describe("lines that say nothing", () => {
  it("are no error: empty data, blanks around [DONE], and a strange line beside events", () => {
    for (const odd of ["data:\n\n", "data:   \n\n", "foo: bar\n\n"])
      for (const end of [DONE, "data:  [DONE] \n\n"])
        expect(derived([[1, odd], ...good, [203, end]])).toMatchObject({status: "ok", error: null, e2e_ms: 203});
    expect(
      derived([
        [1, "foo: bar\n\n"],
        [2, "data: {}\n\n"],
        [3, DONE]
      ])
    ).toMatchObject({status: "ok"});
  });
});

describe("counts", () => {
  it("come from the final usage, else from usage with or after the finish_reason, else are null", () => {
    expect(derived([...good.slice(0, 3), [201, event({}, "stop", usage(10, 7))]]).output_tokens).toBe(7);
    expect(
      derived([
        [100, content("a", usage(10, 1))],
        [200, content("b", usage(10, 2))],
        [201, event({}, "stop")]
      ])
    ).toMatchObject({output_tokens: null, prompt_tokens: null, decode_basis: "usage-continuous", decode_tok_s: 10});
    expect(
      derived([
        ...good.slice(0, 4),
        [202, 'data: {"choices":null,"usage":{"prompt_tokens":1,"completion_tokens":5}}\n\n']
      ]).output_tokens
    ).toBe(5);
    expect(derived(good.slice(0, 4))).toMatchObject({output_tokens: null, decode_tok_s: null, decode_basis: null});
  });
  it("use the running maximum of continuous usage for k and m", () => {
    const record = derived([
      [100, content("a", usage(9, 4))],
      [200, content("b", usage(9, 3))],
      [300, content("c", usage(9, 9))],
      [400, content("d", usage(9, 8))],
      [401, event({}, "stop")],
      [402, last(usage(9, 10))]
    ]);
    expect(record).toMatchObject({first_delta_tokens: 4, last_delta_tokens: 9, decode_tok_s: 5 / 0.3, tpot_ms: 60});
  });
  it("assume k = 1 when the first delta carries no count, and say so", () => {
    const record = derived([
      [100, content("a")],
      [200, content("b", usage(9, 5))],
      [201, event({}, "stop")],
      [202, last(usage(9, 6))]
    ]);
    expect(record).toMatchObject({first_delta_tokens: 1, last_delta_tokens: 6, decode_basis: "k-assumed-1"});
  });
  it("have no span of tokens without an output delta, and no basis without a count", () => {
    expect(
      derived([
        [100, event({}, "stop")],
        [101, last(usage(9, 5))]
      ])
    ).toMatchObject({output_tokens: 5, first_delta_tokens: null, last_delta_tokens: null, decode_basis: null});
    expect(derived(good.slice(0, 4)).output_tokens_basis).toBeNull();
    expect(
      derived([
        [100, content("a", usage(9, 0))],
        [200, content("b", usage(9, 4))],
        [201, event({}, "stop")],
        [202, last(usage(9, 5))]
      ])
    ).toMatchObject({first_delta_tokens: 1, last_delta_tokens: 5, decode_basis: "k-assumed-1"});
  });
  it("of an answer that was forced to its length say so", () => {
    const basis = (body: unknown) => derived(good, {asked: {body}}).output_tokens_basis;
    expect(basis({stream: true, ignore_eos: true})).toBe("forced-length");
    expect(basis({stream: true, ignore_eos: false})).toBe("usage");
    expect(basis({stream: true})).toBe("usage");
    expect(basis(null)).toBe("usage");
  });
  it("have no decode rate when all came at once, or no more tokens than at first", () => {
    expect(
      derived([[100, content("a") + content("b") + event({}, "stop") + last(usage(9, 5))]]).decode_tok_s
    ).toBeNull();
    expect(
      derived([
        [100, content("a", usage(9, 5))],
        [200, content("b", usage(9, 5))],
        [201, event({}, "stop")]
      ]).decode_tok_s
    ).toBeNull();
  });
  it("take an absent cached count as 0 only where the boot reports its cache", () => {
    expect(derived(good)).toMatchObject({cached_tokens: null, cached_basis: null});
    expect(derived(good, {}, {cacheReporting: true})).toMatchObject({cached_tokens: 0, cached_basis: "absent-is-zero"});
    expect(derived(good.slice(0, 4), {}, {cacheReporting: true}).cached_tokens).toBeNull();
    const told = [...good.slice(0, 4), [202, last(usage(4000, 5, {prompt_tokens_details: {cached_tokens: 64}}))]];
    expect(derived(told as [number, string][])).toMatchObject({
      cached_tokens: 64,
      cached_basis: "usage",
      uncached_prefill_tok_s: 3936 / 0.1
    });
    expect(derived(told as [number, string][], {}, {cacheReporting: true})).toMatchObject({
      cached_tokens: 64,
      cached_basis: "usage"
    });
  });
});

describe("output deltas", () => {
  it("are events with text on any channel: one event is one, whatever it holds", () => {
    const record = derived([
      [10, event({role: "assistant", content: ""})],
      [20, event({tool_calls: [{index: 0, id: "x", function: {name: "", arguments: ""}}]})],
      [30, event({reasoning_content: "r", content: "c"})],
      [40, event({reasoning: "s"})],
      [50, event({tool_calls: [{index: 0, function: {name: "f"}}]})],
      [60, `data: ${JSON.stringify({choices: [{index: 1, delta: {content: "other choice"}}]})}\n\n`],
      [70, event({}, "stop")]
    ]);
    expect(record).toMatchObject({
      output_deltas: 3,
      ttfo_ms: 30,
      ttft_ms: 30,
      first_reasoning_ms: 30,
      first_tool_ms: 50,
      last_output_ms: 50,
      generation_ms: 20,
      max_stall_ms: 10,
      chunk_gap_ms_p50: 10,
      content: "c",
      reasoning: "rs"
    });
  });
  it("have no time on a channel that was silent; thoughts are counted by usage", () => {
    const thought = last(usage(10, 5, {reasoning_tokens: 4}));
    expect(derived([...good.slice(0, 4), [202, thought]])).toMatchObject({
      first_reasoning_ms: null,
      first_tool_ms: null,
      ttft_ms: 100,
      reasoning_tokens: 4
    });
    expect(derived([[5, event({reasoning: "r"})]])).toMatchObject({first_reasoning_ms: 5, ttft_ms: null});
  });
  it("of a tool are those with a name or arguments", () => {
    const call = (more: object) => ({tool_calls: [{index: 0, ...more}]});
    expect(
      derived([
        [10, event({content: "a", ...call({id: "x"})})],
        [20, event(call({function: {arguments: "{"}}))],
        [30, event(call({function: {name: "f"}}))]
      ])
    ).toMatchObject({output_deltas: 3, first_tool_ms: 20, last_output_ms: 30});
    expect(derived([[10, event({content: "a", ...call({id: "x"})})]]).first_tool_ms).toBeNull();
  });
  it("have the time of the piece that completed them", () => {
    const text = content("a");
    expect(
      derived([
        [10, text.slice(0, 20)],
        [90, text.slice(20)],
        [91, DONE]
      ]).ttft_ms
    ).toBe(90);
  });
  it("stop at [DONE]", () => {
    expect(derived([...good, [203, DONE], [500, content("late")]])).toMatchObject({e2e_ms: 203, content: "ab"});
  });
  it("take content that comes in parts, with thoughts among them", () => {
    const parts = [
      {type: "thinking", thinking: [{text: "hm"}]},
      {type: "text", text: "4"}
    ];
    expect(derived([[10, event({content: parts}, "stop")]])).toMatchObject({content: "4", reasoning: "hm"});
  });
});

describe("any input", () => {
  const bits = fc.oneof(
    fc.constantFrom(
      content("x"),
      DONE,
      event({}, "stop"),
      last(usage(1, 2)),
      "data: {}\n\n",
      "data: null\n\n",
      "data: [1]\n\n"
    ),
    fc.jsonValue().map((value) => `data: ${JSON.stringify(value)}\n\n`),
    fc.jsonValue().map((value) => `data: ${JSON.stringify({choices: value, usage: value, error: null})}\n\n`),
    fc.jsonValue().map((value) => event({tool_calls: value, content: value, reasoning: value})),
    fc.string()
  );
  it("gives a record that fits the schema, and never throws", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(5000), bits), {maxLength: 12}),
        fc.constantFrom("end", "reset", "timeout", "aborted"),
        (frames, end) => {
          const {request_id: _, ...record} = derived(frames, {end});
          expect(Derived.safeParse(record).success).toBe(true);
          const wire = deriveRequest([
            ...frames.map(([t, text]) => ["p/01-x#0", t * 1e6, text] as [string, number, string]),
            ["p/01-x#0", (frames.at(-1)?.[0] ?? 0) * 1e6, {end}]
          ]);
          expect(wire).toEqual(Derived.parse(record));
        }
      ),
      {numRuns: Number(process.env.ASSAY_FUZZ_STREAMS ?? 1000), seed: Number(process.env.ASSAY_FUZZ_SEED ?? 20260902)}
    );
  });
});
