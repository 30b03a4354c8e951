import {describe, expect, it} from "vitest";
import {point, rows, type Evidence} from "./evidence.js";
import {seenBy} from "./runRule.js";

type Row = Record<string, unknown>;
const STAGE = "01-capacity-4k-c1";
const fires = async (rule: string, build: (e: Evidence) => Promise<void>) => (await seenBy(rule, build)).length > 0;
const point3 = (change: (i: number) => Row) => (e: Evidence) => point(e, rows(3, change));
const nominal = (asked: number, came: number) => point3(() => ({nominal_prompt_tokens: asked, prompt_tokens: came}));
const cached = (prompt: number, tokens: number) =>
  point3(() => ({prompt_tokens: prompt, cached_tokens: tokens, template_tokens: 0}));
const first = (ttfo: number, others: number[]) => (e: Evidence) =>
  point(
    e,
    [ttfo, ...others].map((ms) => ({ttfo_ms: ms, ttft_ms: ms}))
  );
/** Generation times that give these rates over 255 tokens after the first. */
const rates = (...tokS: number[]) => tokS.map((rate) => ({generation_ms: (255 / rate) * 1000}));
const pair = (rate: number, other: number) => async (e: Evidence) => {
  await point(e, rates(rate, rate, rate));
  await point(e, rates(other, other, other), {stage: "02-capacity-4k-c1"});
};
const depth = (early: number, late: number) => (e: Evidence) =>
  point(e, rates(early, early, late, late), {
    of: {server_before: JSON.stringify({spec_steps: 1}), server_after: JSON.stringify({spec_steps: 3})}
  });
const client = (row: Row) => (e: Evidence) => point(e, [row]);
/** `slowed` of 20 samples under load with a slowdown bit. */
const throttled =
  (bits: number, slowed: number, of = 20) =>
  async (e: Evidence) => {
    await point(e, rows(3));
    await e.insert(
      "gpu_samples",
      Array.from({length: of}, (_, i) => ({
        profile: "p",
        stage: STAGE,
        gpu: "gpu-0",
        t_ms: i * 500,
        utilisation_pct: 95,
        sm_clock_mhz: 2400,
        throttle_bits: i < slowed ? bits : 0,
        other_processes: 0
      }))
    );
  };
const stepped = (ms: number) => (e: Evidence) => {
  e.clocks = [
    [
      {wall: "2026-01-02T03:00:00.000Z", monotonic_ns: "123456789"},
      {wall: new Date(Date.parse("2026-01-02T03:01:00.000Z") + ms).toISOString(), monotonic_ns: "60123456789"}
    ]
  ];
  return Promise.resolve();
};

/** What lies at the limit of a rule, and what lies just beyond it. */
const LIMITS: [
  rule: string,
  what: string,
  at: (e: Evidence) => Promise<void>,
  beyond: (e: Evidence) => Promise<void>
][] = [
  ["nominal-prompt", "2 % more than nominal", nominal(4000, 4080), nominal(4000, 4081)],
  ["nominal-prompt", "2 % less than nominal", nominal(5000, 4900), nominal(5000, 4899)],
  ["cache-warm", "5 % of the prompt", cached(3000, 150), cached(3000, 151)],
  ["cache-warm", "one page of 64", cached(640, 64), cached(640, 65)],
  ["short-generation", "64 tokens", point3(() => ({output_tokens: 64})), point3(() => ({output_tokens: 63}))],
  ["warmup-leak", "1.25 times the median", first(450, [360, 360, 361]), first(450.1, [360, 360, 361])],
  ["warmup-leak", "1.1 times the largest", first(440, [300, 300, 400]), first(440.1, [300, 300, 400])],
  ["collapsed-point", "a tenth of the best", pair(70, 7), pair(70, 6.99)],
  ["client-bound", "a loop delay of 2 ms", client({loop_delay_p99_ms: 2}), client({loop_delay_p99_ms: 2.01})],
  [
    "client-bound",
    "a loop delay of a tenth of the gap",
    client({loop_delay_p99_ms: 4.1, chunk_gap_ms_p50: 41}),
    client({loop_delay_p99_ms: 4.11, chunk_gap_ms_p50: 41})
  ],
  ["client-bound", "a utilisation of 0.7", client({loop_utilisation: 0.7}), client({loop_utilisation: 0.71})],
  ["client-bound", "0.8 of a processor", client({cpu_share: 0.8}), client({cpu_share: 0.81})],
  ["proxy-buffered", "a tenth of the events", client({shared_read_share: 0.1}), client({shared_read_share: 0.101})],
  ["clock-throttled", "fewer than 5 % slowed samples", throttled(0x40, 1, 21), throttled(0x40, 1, 20)],
  ["clock-step", "50 ms", stepped(50), stepped(51)],
  [
    "implausible",
    "1.001 of the whole and a millisecond",
    client({ttfo_ms: 400, ttft_ms: 400, generation_ms: 2602, last_output_ms: 2999, e2e_ms: 3000}),
    client({ttfo_ms: 400, ttft_ms: 400, generation_ms: 2605, last_output_ms: 2999, e2e_ms: 3000})
  ]
];

describe("at its limit a rule is silent, and beyond it, it speaks", () => {
  it.each(LIMITS)("%s: %s", async (rule, _, at, beyond) => {
    expect(await fires(rule, at)).toBe(false);
    expect(await fires(rule, beyond)).toBe(true);
  });
});

describe("spec-depth-changed", () => {
  it("is a note up to 10 % between the medians, and weakens beyond", async () => {
    expect((await seenBy("spec-depth-changed", depth(100, 110)))[0]?.severity).toBe("note");
    expect((await seenBy("spec-depth-changed", depth(100, 110.1)))[0]?.severity).toBe("weakens");
  });
});

describe("client-bound", () => {
  it("invalidates above half a gap only where there is a gap", async () => {
    const late = {loop_delay_p99_ms: 6, chunk_gap_ms_p50: 10};
    expect((await seenBy("client-bound", client(late)))[0]?.severity).toBe("invalidates");
    expect((await seenBy("client-bound", client({...late, loop_delay_p99_ms: 5})))[0]?.severity).toBe("weakens");
    expect((await seenBy("client-bound", client({...late, chunk_gap_ms_p50: null})))[0]?.severity).toBe("weakens");
  });
});

describe("clock-throttled", () => {
  it("knows the bits of a slowdown from those of an idle or capped card", async () => {
    for (const bits of [0x8, 0x20, 0x40, 0x80])
      expect((await seenBy("clock-throttled", throttled(bits, 20)))[0]?.severity, String(bits)).toBe("invalidates");
    for (const bits of [0x1, 0x2, 0x10, 0x100])
      expect(await seenBy("clock-throttled", throttled(bits, 20)), String(bits)).toEqual([]);
    expect((await seenBy("clock-throttled", throttled(0x4, 20)))[0]?.severity).toBe("note");
  });
});

describe("degenerate-output", () => {
  const text = (content: string, finish = "length") => client({content, finish_reason: finish});
  const prose = "It opened with a sentence that says one thing and no other, then named twelve towns in turn. ";
  it("with text: at 96 characters and three periods, and half of the text or a cut", async () => {
    const unit = "abcdefghijklmnop";
    expect(await fires("degenerate-output", text(prose + unit.repeat(6)))).toBe(true);
    expect(await fires("degenerate-output", text(prose + unit.repeat(6).slice(1)))).toBe(false);
    expect(await fires("degenerate-output", text(prose + unit.repeat(6), "stop"))).toBe(true);
    expect(await fires("degenerate-output", text(prose + prose.toUpperCase() + unit.repeat(6), "stop"))).toBe(false);
    const twice = `${"a".repeat(96)}${"b".repeat(54)}${"a".repeat(96)}`;
    expect(await fires("degenerate-output", text(`It said: ${twice}`))).toBe(true);
  });
  it("without text: at 1.5 times the point's median", async () => {
    const blind = (output_deltas: number) => ({content: null, output_tokens: 256, output_deltas});
    // 256 tokens in 99 and in 66 chunks: the second holds exactly 1.5 times as many a chunk.
    expect(await fires("degenerate-output", (e) => point(e, [blind(66), blind(99), blind(99)]))).toBe(true);
    expect(await fires("degenerate-output", (e) => point(e, [blind(67), blind(99), blind(99)]))).toBe(false);
  });
});

describe("check-disagrees", () => {
  it("finds a think tag however it is written", async () => {
    const answered = (content: string) => async (e: Evidence) => {
      await point(e, [{content}]);
      await e.insert("checks", [
        {profile: "p", stage: STAGE, check_id: "smoke", verdict: "pass", request_ids: [`p/${STAGE}#0`], file: "f"}
      ]);
    };
    for (const tag of ["<think>", "</think>", "</THINK>", "</think >"])
      expect(await fires("check-disagrees", answered(`Yes.${tag} 4`)), tag).toBe(true);
    expect(await fires("check-disagrees", answered("I think > 4"))).toBe(false);
  });
});
