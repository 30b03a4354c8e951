import {readFile, readdir, appendFile, mkdtemp, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Readable} from "node:stream";
import {gzipSync} from "node:zlib";
import {beforeAll, describe, expect, it} from "vitest";
import {main} from "../../loaders/cli.js";
import {sqlPrompt} from "../../loaders/cli/sqlPrompt.js";
import {openForQueries} from "../../src/analysis/openForQueries.js";
import {CAMPAIGN, stage} from "./support/evidence.js";
import {reading, wholeCampaign} from "./support/wholeCampaign.js";

const VALUE = "alpha/05-endurance/decode_tok_s_p50";

async function command(...argv: string[]) {
  let out = "";
  let talk = "";
  const code = await main(argv, {
    out: (text) => void (out += text),
    talk: (text) => void (talk += text),
    env: {},
    cwd: process.cwd(),
    now: () => new Date(0),
    interactive: false
  });
  return {code, out, talk};
}

describe("commands over evidence", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await wholeCampaign();
  });

  it("decide prints the verdict for people, exit 0 when the gates pass", async () => {
    const {code, out} = await command("decide", CAMPAIGN, "--evidence", folder);
    expect(code).toBe(0);
    expect(out).toContain("The alpha profile is verified; promotion is not authorised.");
    expect(out).toContain("pass     coding-agent quality       15/15 deterministic attempts at 2048 visible tokens");
  });

  it("decide exits 1 when a required gate fails, 2 for a wrong name with the nearest one", async () => {
    const short = stage("06-reserve", "reserve", {reserve: [reading("0", 2101)]});
    const failing = await wholeCampaign({"alpha/06-reserve.json": short});
    expect((await command("decide", CAMPAIGN, "--json", "--evidence", failing)).code).toBe(1);
    const wrong = await command("decide", "2026-01-02-sampel", "--evidence", folder);
    expect(wrong).toMatchObject({code: 2, out: ""});
    expect(wrong.talk).toContain(`did you mean "${CAMPAIGN}"?`);
  });

  it("sql --json is one array of objects with integers as numbers", async () => {
    const query =
      "select profile, stage, count(*) n, median(decode_tok_s) from request_metrics group by all order by all";
    const {code, out} = await command("sql", query, "--json", "--evidence", folder);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual([{profile: "alpha", stage: "05-endurance", n: 60, "median(decode_tok_s)": 100}]);
  });

  it("sql --csv quotes what needs it", async () => {
    const {out} = await command("sql", `select 'a,"b"' as x, null as y`, "--csv", "--evidence", folder);
    expect(out).toBe('x,y\r\n"a,""b""",\r\n');
  });

  it.each([
    "drop table requests",
    "copy requests to 'stolen.csv'",
    "attach 'other.db'",
    "install httpfs",
    "set enable_external_access = true",
    "select 1; delete from requests",
    "explain analyze delete from requests",
    "select * from read_text('package.json')",
    "select * from 'package.json'"
  ])("sql refuses %s with exit 2", async (query) => {
    const {code, out} = await command("sql", query, "--evidence", folder);
    expect({code, out}).toEqual({code: 2, out: ""});
  });

  it("a refused write changes nothing, and the prompt goes on", async () => {
    const db = await openForQueries({evidence: folder});
    let out = "";
    let talk = "";
    const input = Readable.from(["delete from requests\n", "select count(*) as n from requests\n", "\n"]);
    const effects = {out: (t: string) => void (out += t), talk: (t: string) => void (talk += t)};
    const code = await sqlPrompt(
      db,
      "json",
      {...effects, env: {}, cwd: ".", now: () => new Date(0), interactive: false},
      input
    );
    expect([code, out]).toEqual([0, '[{"n":60}]\n']);
    expect(talk).toContain("Only a SELECT or EXPLAIN is accepted");
    db.close();
  });

  it("explain follows a value to its SQL, requests, files and frames, and exits 1 when bytes changed", async () => {
    const frames = [
      [
        `${"alpha/05-endurance"}#0`,
        0,
        {request: {method: "POST", path: "/v1/chat/completions", body: {}}, sent_at: "t"}
      ],
      [`${"alpha/05-endurance"}#0`, 1_500_000, {end: "end"}]
    ];
    const own = await wholeCampaign();
    const wire = join(own, CAMPAIGN, "alpha", "05-endurance.wire.jsonl.gz");
    for (const frame of frames) await appendFile(wire, gzipSync(`${JSON.stringify(frame)}\n`));
    const {code, out} = await command("explain", CAMPAIGN, VALUE, "--evidence", own);
    expect(code).toBe(0);
    expect(out).toContain("select decode_tok_s_p50 from stage_summary");
    expect(out).toContain("and 40 more, to alpha/05-endurance#59");
    expect(out).toContain("bytes agree");
    expect(out).toContain("alpha/05-endurance#0: 2 frames over 1.500 ms in alpha/05-endurance.wire.jsonl.gz");
    const manifest = {schema: "assay.manifest/v1", campaign_id: CAMPAIGN, sealed_at: "2026-01-02T05:00:00Z"};
    const sealed = {path: "alpha/05-endurance.requests.jsonl", sha256: "0".repeat(64), size: 1};
    await writeFile(
      join(own, CAMPAIGN, "manifest.json"),
      JSON.stringify({...manifest, previous_root: null, files: [sealed], root: "0".repeat(64)})
    );
    const changed = await command("explain", CAMPAIGN, VALUE, "--evidence", own);
    expect([changed.code, changed.out.includes("CHANGED: ")]).toEqual([1, true]);
    const wrong = await command("explain", CAMPAIGN, VALUE.replace("decode", "decod"), "--evidence", own);
    expect([wrong.code, wrong.talk.includes(`did you mean "${VALUE}"`)]).toEqual([2, true]);
  });

  it("sql reads output deltas from the wire frames when a query names them", async () => {
    const own = await wholeCampaign();
    const id = "alpha/05-endurance#0";
    const event = (content: string) => `data: ${JSON.stringify({choices: [{index: 0, delta: {content}}]})}\n\n`;
    const frames = [
      [id, 0, {request: {method: "POST", path: "/v1/chat/completions", body: {stream: true}}, sent_at: "t"}],
      [id, 1_000_000, {status: 200, headers: {"content-type": "text/event-stream"}}],
      [id, 2_000_000, event("Hello")],
      [id, 3_500_000, `${event(" world")}data: [DONE]\n\n`],
      [id, 4_000_000, {end: "end"}]
    ];
    const lines = frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
    await writeFile(join(own, CAMPAIGN, "alpha", "05-endurance.wire.jsonl.gz"), gzipSync(lines));
    const {out} = await command(
      "sql",
      "select seq, t_ms, channel, text from deltas order by seq",
      "--json",
      "--evidence",
      own
    );
    expect(JSON.parse(out)).toEqual([
      {seq: 0, t_ms: 2, channel: "content", text: "Hello"},
      {seq: 1, t_ms: 3.5, channel: "content", text: " world"}
    ]);
  });

  it("export writes hive-partitioned Parquet that sql --from reads back with equal answers", async () => {
    const target = join(await mkdtemp(join(tmpdir(), "assay-export-")), "parquet");
    expect((await command("export", target, "--evidence", folder)).code).toBe(0);
    expect(await readdir(join(target, "requests"))).toEqual([`campaign_id=${CAMPAIGN}`]);
    const documented = JSON.parse(await readFile(join(target, "columns.json"), "utf8")) as {tables: {name: string}[]};
    expect(documented.tables.map((t) => t.name)).toContain("request_metrics");
    for (const query of [
      "select profile, gate, verdict, reason from gates order by position",
      "select stage, n_ok, decode_tok_s_p50, files from stage_summary order by stage",
      "select campaign_id, started_at, simulated from campaigns"
    ]) {
      const direct = await command("sql", query, "--json", "--evidence", folder);
      const back = await command("sql", query, "--json", "--from", target);
      expect(back).toEqual(direct);
    }
    expect((await command("export", target, "--evidence", folder)).code).toBe(2);
  });

  it("every command explains itself with examples", async () => {
    for (const name of ["decide", "sql", "explain", "export"]) {
      const {code, out} = await command(name, "--help");
      expect([name, code, /Examples?:/.test(out)]).toEqual([name, 0, true]);
    }
  });
});
