/**
 * Attached campaigns against servers that others wrote. They run where the servers are:
 *   ASSAY_AIMOCK=.../node_modules/@copilotkit/aimock/dist/index.js
 *   ASSAY_LLAMA_SERVER=http://127.0.0.1:8080    (llama-server with any small text model, a context of 16,384 tokens or more)
 */
import {mkdtemp, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {z} from "zod";
import {readPlan} from "../../loaders/campaign/plan/readPlan.js";
import {runCampaign} from "../../loaders/campaign/run/runCampaign.js";
import {verifyCampaign} from "../../loaders/record/index.js";
import {TOOL_CASES} from "../../loaders/stages/preflight/toolBox.js";
import {RequestRecord} from "../../src/schema/request.js";
import {StageRecord} from "../../src/schema/stage.js";

const aimock = process.env["ASSAY_AIMOCK"];
const llama = process.env["ASSAY_LLAMA_SERVER"];
const LIMIT_MS = 1_800_000;

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-peer-"));
});
afterEach(() => rm(folder, {recursive: true, force: true}));

const POLICY = `schema = "assay.policy/v1"
name = "small"
preflight = {long_prompt_tokens = 6_000}
quality = {attempts = 5, visible_tokens = 48}
endurance = {requests = 4}
`;

/** Runs an attached campaign with these stages and reads what it recorded. */
async function campaign(baseUrl: string, stages: string, model: string | null = null) {
  await writeFile(join(folder, "policy.toml"), POLICY);
  await writeFile(
    join(folder, "plan.toml"),
    `lifecycle = "attached"
policy = "policy.toml"
host = {base_url = "${baseUrl}", nvidia_smi = "none"}
campaign.slug = "peer"
not_applicable = [
  {what = "multimodal", reason = "text only"}, {what = "image", reason = "text only"}, {what = "ocr", reason = "text only"}
]
[[profiles]]
profile = "p"
${model === null ? "" : `served_model = "${model}"\n`}[profiles.stages]
${stages}`
  );
  const result = await runCampaign(
    {
      loaded: await readPlan(join(folder, "plan.toml")),
      evidence: join(folder, "evidence"),
      date: "2026-01-02",
      rehearsal: null,
      restoreBy: null,
      resume: null,
      signal: new AbortController().signal
    },
    {
      env: {...process.env, ASSAY_STATE_DIR: join(folder, "state")},
      now: () => new Date(),
      sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
      talk: () => undefined,
      interactive: false
    }
  );
  const stageRecords: StageRecord[] = [];
  const requests: RequestRecord[] = [];
  for (const name of (await readdir(join(result.folder, "p"))).sort()) {
    if (!/\.jsonl?$/.test(name)) continue;
    const text = await readFile(join(result.folder, "p", name), "utf8");
    if (name.endsWith(".json")) stageRecords.push(StageRecord.parse(JSON.parse(text)));
    else for (const line of text.split("\n").slice(0, -1)) requests.push(RequestRecord.parse(JSON.parse(line)));
  }
  const checks = stageRecords.flatMap((stage) => stage.checks);
  expect((await verifyCampaign(result.folder, {deep: true})).problems).toEqual([]);
  expect(JSON.parse(await readFile(join(result.folder, "restoration.json"), "utf8"))).toMatchObject({
    applicable: false
  });
  return {
    checks: Object.fromEntries(checks.map(({check_id, verdict, reason}) => [check_id, {verdict, reason}])),
    point: (cache: "cold" | "warm") =>
      requests.filter((r) => r.phase === "measured" && r.cache_declared === cache && /capacity/.test(r.stage))
  };
}

const Asked = z.looseObject({
  messages: z.array(z.looseObject({role: z.string(), content: z.unknown()})),
  chat_template_kwargs: z.looseObject({enable_thinking: z.boolean().optional()}).optional()
});

/** What a good model would say: the calls that a case wants, thoughts where they are asked for. */
function answer(body: unknown): Record<string, unknown> {
  const {messages, chat_template_kwargs} = Asked.parse(body);
  const said = JSON.stringify(messages.at(-1)?.content ?? "");
  const asked = (prompt: string) => said.includes(JSON.stringify(prompt).slice(1, -1));
  const wanted = TOOL_CASES.filter(({prompt}) => asked(prompt)).sort((a, b) => b.prompt.length - a.prompt.length)[0];
  const calls = wanted?.calls.map((call) => ({name: call.name, arguments: JSON.stringify(call.arguments)})) ?? [];
  if (calls.length > 0) return {toolCalls: calls};
  const content = wanted ? (wanted.says?.test("42") ? "42" : "READY") : "It is 17.4 degrees; READY.";
  return chat_template_kwargs?.enable_thinking === true ? {content, reasoning: "I weigh what was asked."} : {content};
}

interface Mock {
  start(): Promise<string>;
  stop(): Promise<void>;
  on(match: {predicate: () => boolean}, response: (body: unknown) => Record<string, unknown>): unknown;
}

describe.skipIf(aimock === undefined)("an attached campaign against aimock (ASSAY_AIMOCK)", () => {
  it(
    "passes the checks of tools and of thinking, and measures without a crash",
    async () => {
      const {LLMock} = (await import(pathToFileURL(aimock ?? "").href)) as {
        LLMock: new (options: Record<string, unknown>) => Mock;
      };
      const mock = new LLMock({port: 0, logLevel: "silent"});
      mock.on({predicate: () => true}, answer);
      const baseUrl = await mock.start();
      try {
        const {checks} = await campaign(
          baseUrl,
          'preflight = true\npreflight_checks = ["smoke", "tools", "streaming-tools", "tool-result"]\nthinking = true\n' +
            "capacity = [{nominal_prompt_tokens = 512, max_tokens = 32, repeats = 2}]",
          "gpt-4o"
        );
        for (const id of ["tools", "tool-result", "thinking-disabled", "thinking-enabled"])
          expect([id, checks[id]]).toEqual([id, expect.objectContaining({verdict: "pass"})]);
      } finally {
        await mock.stop();
      }
    },
    LIMIT_MS
  );
});

describe.skipIf(llama === undefined)("an attached campaign against llama-server (ASSAY_LLAMA_SERVER)", () => {
  it(
    "runs to its end: prompts within 2 % of nominal, cold and warm caches as declared, failed checks with their reasons",
    async () => {
      const {checks, point} = await campaign(
        llama ?? "",
        `preflight = true
thinking = true
quality = true
endurance = {requests = 4, nominal_prompt_tokens = 512, max_tokens = 16}
capacity = [
  {nominal_prompt_tokens = 1024, max_tokens = 24, repeats = 3},
  {nominal_prompt_tokens = 1024, max_tokens = 24, repeats = 3, cache = "warm"}
]`
      );
      const share = (r: RequestRecord) => (r.cached_tokens ?? NaN) / (r.prompt_tokens ?? NaN);
      expect([point("cold").length, point("warm").length]).toEqual([3, 3]);
      for (const r of [...point("cold"), ...point("warm")])
        expect(Math.abs((r.prompt_tokens ?? 0) / 1024 - 1)).toBeLessThan(0.02);
      for (const r of point("cold")) expect(share(r)).toBeLessThanOrEqual(0.05);
      for (const r of point("warm")) expect(share(r)).toBeGreaterThan(0.9);
      // A model of random weights answers nothing right, and each check says what came instead.
      for (const id of ["needle", "tools", "tool-result"])
        expect([id, checks[id]]).toEqual([id, {verdict: "fail", reason: expect.stringMatching(/./)}]);
    },
    LIMIT_MS
  );
});
