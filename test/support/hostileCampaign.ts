import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {CampaignRecord} from "../../src/schema/campaign.js";
import {RequestRecord} from "../../src/schema/request.js";
import {StageRecord} from "../../src/schema/stage.js";
import {deriveRequest} from "../../src/metrics/wire/deriveRequest.js";
import {WireFrame} from "../../src/schema/wire.js";

/** Text of a model that tries everything: script, handlers, Markdown, Framework's expressions, terminal escapes, direction overrides. */
export const HOSTILE =
  '<script>window.pwned=1</script><img src=x onerror="window.pwned=1"> [a](javascript:window.pwned=1) ${window.pwned=1} `</pre>` \u001b[31mred\u202e\n\n# not a heading\n\n```js\nwindow.pwned=1\n```\n';

export const HOSTILE_ID = "2026-01-01-hostile";

/** Writes a simulated campaign with one capacity point of three streamed requests whose every free text is hostile. */
export async function writeHostileCampaign(evidence: string): Promise<void> {
  const folder = join(evidence, HOSTILE_ID);
  const profile = "arm-a";
  const stage = "01-capacity-4k-c1";
  await mkdir(join(folder, profile), {recursive: true});
  const put = (path: string, content: string | Uint8Array) => writeFile(join(folder, path), content);
  const requests = [0, 1, 2].map((index) => request(profile, stage, index));
  await put("campaign.json", JSON.stringify(campaign(profile)));
  await put("policy.toml", 'schema = "assay.policy/v1"\nname = "default"\n');
  await put(`${profile}/${stage}.json`, JSON.stringify(stageRecord(profile, stage)));
  await put(`${profile}/${stage}.requests.jsonl`, requests.map((r) => `${JSON.stringify(r.record)}\n`).join(""));
  await put(
    `${profile}/${stage}.wire.jsonl.gz`,
    Buffer.concat(requests.map((r) => gzipSync(r.frames.map((f) => `${JSON.stringify(f)}\n`).join(""))))
  );
}

function request(profile: string, stage: string, index: number) {
  const id = `${profile}/${stage}#${index}`;
  const words = [...HOSTILE.split(/(?<=[ >])/), ...Array.from({length: 80}, (_, i) => ` word${i}`)];
  const usage = (n: number) => ({prompt_tokens: 4096, completion_tokens: n, total_tokens: 4096 + n});
  const sse = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
  const start = 400 + index * 10;
  const frames: WireFrame[] = [
    [
      id,
      0,
      {
        request: {method: "POST", path: "/v1/chat/completions", body: {stream: true, model: HOSTILE}},
        sent_at: "2026-01-01T00:00:00Z"
      }
    ],
    [id, 390_000_000, {status: 200, headers: {"content-type": "text/event-stream"}}],
    ...words.map((word, i): WireFrame => {
      const delta = i < 5 ? {reasoning_content: word} : {content: word};
      return [id, (start + i * 10) * 1_000_000, sse({choices: [{index: 0, delta}], usage: usage(i + 1)})];
    }),
    [
      id,
      (start + words.length * 10) * 1_000_000,
      sse({choices: [{index: 0, delta: {}, finish_reason: "stop"}], usage: usage(words.length)}) + "data: [DONE]\n\n"
    ],
    [id, (start + words.length * 10 + 1) * 1_000_000, {end: "end"}]
  ];
  const record = RequestRecord.parse({
    ...deriveRequest(
      frames.map((f) => WireFrame.parse(f)),
      {cacheReporting: true}
    ),
    schema: "assay.request/v1",
    request_id: id,
    profile,
    stage,
    index,
    phase: "measured",
    boot_id: "boot-1",
    nominal_prompt_tokens: 4096,
    concurrency: 1,
    max_tokens: 512,
    cache_declared: "cold",
    sent_at: `2026-01-01T00:00:0${index}Z`,
    sent_ms: index * 2000,
    connect_ms: 1,
    reused: false,
    in_flight_mean: 1,
    prompt_id: `p${index}`,
    prompt_sha256: null,
    thinking: "default",
    offered_tools: null,
    purpose: null,
    ignore_eos: false,
    template_tokens: 12,
    short: false,
    client: null
  });
  return {record, frames};
}

const stageRecord = (profile: string, stage: string) =>
  StageRecord.parse({
    schema: "assay.stage/v1",
    profile,
    stage,
    kind: "capacity",
    boot_id: "boot-1",
    started_at: "2026-01-01T00:00:00Z",
    ended_at: "2026-01-01T00:00:09Z",
    wall_s: 6,
    settings: {
      nominal_prompt_tokens: 4096,
      concurrency: 1,
      max_tokens: 512,
      cache_declared: "cold",
      thinking: "default",
      n_planned: 3,
      time_scale: 0.5,
      note: HOSTILE
    },
    server_before: null,
    server_after: null,
    checks: [
      {
        check_id: "smoke",
        verdict: "fail",
        reason: HOSTILE,
        basis: null,
        passed: null,
        planned: null,
        measured_prompt_tokens: null,
        request_ids: []
      }
    ],
    attempts: [],
    reserve: [{gpu: "0", idle_mib: 9000, peak_mib: 3000, after_mib: 4000, settle_s: 5, threshold_mib: 3072}],
    failure: null,
    source_file: null,
    notes: [HOSTILE]
  });

const campaign = (profile: string) =>
  CampaignRecord.parse({
    schema: "assay.campaign/v1",
    campaign_id: HOSTILE_ID,
    origin: "captured",
    question: HOSTILE,
    simulated: true,
    time_scale: 0.5,
    lifecycle: "managed",
    tool: {name: "assay", version: "0", commit: null},
    plan_sha256: null,
    policy_sha256: "0".repeat(64),
    started_at: "2026-01-01T00:00:00Z",
    finished_at: null,
    clocks: [],
    hardware: HOSTILE,
    ceilings: {decode_tok_s: null, prefill_tok_s: null},
    profiles: [
      {
        profile,
        role: "candidate",
        recipe: HOSTILE,
        model: HOSTILE,
        model_revision: null,
        image: HOSTILE,
        image_digest: null,
        served_model: HOSTILE,
        engine: HOSTILE,
        gpu: HOSTILE,
        context_tokens: 8192,
        concurrency: 1,
        settings: {note: HOSTILE}
      }
    ],
    comparisons: [],
    not_applicable: [],
    declared: {evidence_labels: [HOSTILE], decision_labels: [HOSTILE], promotion_authorized: null}
  });
