import {createCampaign, type EvidenceWriter} from "../../loaders/record/index.js";
import {deriveRequest} from "../../src/metrics/wire/deriveRequest.js";
import type {RequestRecord} from "../../src/schema/request.js";
import type {WireFrame} from "../../src/schema/wire.js";

/** Frames of one short answer. */
export function framesOf(id: string, words: string[] = ["Hello", " wörld"]): WireFrame[] {
  const chunk = (delta: object, finish: string | null, more: object = {}) =>
    `data: ${JSON.stringify({choices: [{index: 0, delta, finish_reason: finish}], ...more})}\n\n`;
  const usage = {prompt_tokens: 40, completion_tokens: words.length};
  return [
    [
      id,
      0,
      {
        request: {method: "POST", path: "/v1/chat/completions", body: {stream: true, max_tokens: 16}},
        sent_at: "2026-01-02T03:04:05.000Z"
      }
    ],
    [id, 1_000_000, {status: 200, headers: {"content-type": "text/event-stream"}}],
    ...words.map((word, i): WireFrame => [id, (10 + i) * 1_000_000, chunk({content: word}, null)]),
    [id, 90_000_000, chunk({}, "stop", {usage})],
    [id, 91_000_000, "data: [DONE]\n\n"],
    [id, 92_000_000, {end: "end"}]
  ];
}

/** The record of those frames. */
export function recordOf(profile: string, stage: string, index: number, frames: WireFrame[]): RequestRecord {
  return {
    schema: "assay.request/v1",
    request_id: `${profile}/${stage}#${index}`,
    profile,
    stage,
    index,
    phase: "measured",
    boot_id: "boot-1",
    nominal_prompt_tokens: 40,
    concurrency: 1,
    max_tokens: 16,
    cache_declared: "cold",
    sent_at: "2026-01-02T03:04:05.000Z",
    sent_ms: index * 100,
    connect_ms: 1,
    reused: false,
    in_flight_mean: 1,
    prompt_id: null,
    prompt_sha256: null,
    thinking: "default",
    offered_tools: null,
    purpose: null,
    ignore_eos: null,
    template_tokens: null,
    short: null,
    client: null,
    ...deriveRequest(frames)
  };
}

/** A campaign with one stage of a few requests, a foreign file and reported lines; not sealed yet. */
export async function smallCampaign(evidence: string, id = "2026-01-02-small"): Promise<EvidenceWriter> {
  const writer = await createCampaign({evidence, id});
  await writer.writeJson("campaign.json", {schema: "assay.campaign/v1", campaign_id: id, origin: "captured"});
  const stage = writer.stage("p", "01-capacity");
  for (let i = 0; i < 3; i += 1) {
    const frames = framesOf(stage.requestId(i));
    await stage.appendRequest(recordOf("p", "01-capacity", i, frames), frames);
  }
  await stage.writeLog("started\nready\n");
  await stage.close();
  await writer.writeBytes("imported/foreign file.json", Buffer.from('{"a": 1}'));
  await writer.writeLines("reported.jsonl", [{a: 1}, {b: 2}]);
  return writer;
}
