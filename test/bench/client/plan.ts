/** What a client process is told to do, as one JSON argument: `streams` at a time, each `rounds` requests one after another. */
export interface ClientPlan {
  url: string;
  streams: number;
  rounds: number;
  /** Requests sent before, one after another: the first ones compile the client's code. */
  warmUp: number;
  maxTokens: number;
  /** Whether each stream is derived after its end, as a campaign does. */
  derive: boolean;
  /** Streams begin this far apart, so that a level is reached and not jumped to. */
  staggerMs: number;
}

/** One request as a client saw it; ns of the machine's monotonic clock. */
export interface Seen {
  id: string;
  sent_ns: number;
  first_ns: number;
  last_ns: number;
  events: number;
  /** Of our client: the record's condition and metrics. */
  loop_delay_p99_ms?: number | null;
  loop_utilisation?: number | null;
  cpu_share?: number | null;
  chunk_gap_ms_p50?: number | null;
  decode_tok_s?: number | null;
  ttfo_ms?: number | null;
}

/** What a client process prints. */
export interface ClientReport {
  seen: Seen[];
  events: number;
  cpu_s: number;
  wall_s: number;
}

/** The body that every client sends: the same bytes but for the id. */
export const bodyOf = (id: string, maxTokens: number): Record<string, unknown> => ({
  rid: id,
  messages: [{role: "user", content: `Request ${id}. Tell me about the weather in the harbour, at length.`}],
  max_tokens: maxTokens,
  temperature: 0,
  ignore_eos: true,
  chat_template_kwargs: {enable_thinking: false},
  stream: true,
  stream_options: {include_usage: true, continuous_usage_stats: true}
});

export const idOf = (stream: number, round: number): string => `s${stream}r${round}`;

/** Size of each event of the flooding server, so that whoever keeps bytes need not parse them to count. */
export const EVENT_BYTES = 216;
