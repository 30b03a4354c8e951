import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  createCampaign,
  linesOf,
  makeRedactor,
  plainRedactor,
  REDACTED,
  verifyCampaign,
  walkCampaign
} from "../../loaders/record/index.js";
import {RequestRecord} from "../../src/schema/request.js";
import {framesOf, recordOf} from "./smallCampaign.js";

describe("redaction", () => {
  it("takes out what is a key by its look", () => {
    for (const key of [
      "sk-abcdefghijklmnop1234",
      "hf_abcdefghijklmnopqrst",
      "ghp_abcdefghijklmnopqrstuvwx",
      "AKIAABCDEFGHIJKLMNOP",
      "Bearer abcdefgh12345678",
      "https://user:hunter2@host/path",
      "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK",
      "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----"
    ]) {
      const clean = plainRedactor.text(`before ${key} after`);
      expect(clean).toContain(REDACTED);
      expect(clean).not.toContain(key);
    }
  });

  it("takes out values by the name before them in logs, commands and settings, and keeps ordinary words", () => {
    expect(plainRedactor.log("api_key='hunter2222', tokens=12\nHF_TOKEN=abcd1234")).toBe(
      `api_key='${REDACTED}', tokens=12\nHF_TOKEN=${REDACTED}`
    );
    expect(plainRedactor.text("--api-key hunter2222 --port 30000")).toBe(`--api-key ${REDACTED} --port 30000`);
    expect(plainRedactor.value({api_key: "pw", max_total_tokens: 5, nested: [{ADMIN_KEY: "x y"}]})).toEqual({
      api_key: REDACTED,
      max_total_tokens: 5,
      nested: [{ADMIN_KEY: REDACTED}]
    });
    const sentence = "Under basic conditions the bearer of news was tokens=4096 late: see https://example.com/a?b=c";
    expect(plainRedactor.text(sentence)).toBe(sentence);
  });

  it("takes Basic and Bearer credentials by their form, with or without a digit, and leaves the words of a sentence", () => {
    const basic = (user: string) => `Basic ${Buffer.from(user).toString("base64")}`;
    for (const credential of [
      basic("a:b"),
      basic("user:pass"),
      basic("Aladdin:open sesame"),
      basic("user:pässwörd"),
      basic("u:"),
      basic("operator:longpasswordwithoutadigit"),
      "Bearer abcdefghIjklmnop",
      "bearer abcdefgh12345678"
    ])
      for (const said of [`401: you sent ${credential}.`, `{"authorization":"${credential}"}`]) {
        const clean = plainRedactor.text(said);
        expect(clean, credential).toContain(REDACTED);
        expect(clean, credential).not.toContain(credential.split(" ")[1]);
      }
    for (const sentence of [
      "Basic training is over, and basic authentication was never set up.",
      "A basic qwen3-coder-30b-instruct run; Basic Qwen3-Coder-30B-A3B-Instruct too.",
      "BASIC programs; basic internationalization; the bearer internationalization_of_all_things"
    ])
      expect(plainRedactor.text(sentence)).toBe(sentence);
  });

  it("takes the whole value of an authorization header, its scheme too", () => {
    for (const said of [
      "Authorization: Basic dXNlcjpwYXNz\nnext: 1",
      "authorization: Bearer abcdefghijklmnop\nnext: 1",
      "Authorization=Token hunter\nnext: 1",
      "Authorization: hunter\nnext: 1"
    ])
      expect(plainRedactor.log(said)).toMatch(/^authorization[:=] ?\[redacted\]\nnext: 1$/i);
  });

  it("takes a private key that stretches over lines of a log", () => {
    const log = "start\n-----BEGIN RSA PRIVATE KEY-----\nMIIBhunter\nhunterAgain==\n-----END RSA PRIVATE KEY-----\nend";
    expect(plainRedactor.log(log)).toBe(`start\n${REDACTED}\nend`);
  });

  it("takes what stands before the host of an address, also without a password", () => {
    expect(plainRedactor.text("GET https://hunter2hunter2@host:1/v1 and postgres://u:p@db/x")).toBe(
      `GET https://${REDACTED}@host:1/v1 and postgres://${REDACTED}@db/x`
    );
  });

  it("takes a known secret out of any frame, header, body and error, however it is written", () => {
    fc.assert(
      fc.property(
        fc.string({minLength: 6, maxLength: 40, unit: "grapheme-ascii"}).filter((s) => /^\S+$/.test(s)),
        (secret) => {
          const redactor = makeRedactor([secret]);
          const frames = [
            ...framesOf("p/01-x#0", [`you said ${secret}`]),
            ["p/01-x#0", 1, {status: 401, headers: {"X-Echo": secret, server: secret}}] as const,
            ["p/01-x#0", 2, {end: "reset", error: `refused with ${secret}`}] as const,
            ["p/01-x#0", 0, {request: {method: "POST", path: "/", body: {a: [secret]}}, sent_at: "x"}] as const
          ];
          const clean = JSON.stringify(frames.map((frame) => redactor.frame([...frame])));
          expect(clean.includes(JSON.stringify(secret).slice(1, -1))).toBe(false);
        }
      ),
      {numRuns: 200, seed: 7}
    );
  });

  it("leaves no known secret in a stage's files, whole or in pieces, and the record still says what the wire says", async () => {
    const secret = "hunter2-of-this-run";
    const evidence = await mkdtemp(join(tmpdir(), "assay-redact-"));
    try {
      const writer = await createCampaign({evidence, id: "2026-01-02-x", secrets: [secret]});
      const stage = writer.stage("p", "00-capacity");
      const bodies = [["plain"], [`echo ${secret}!`], ["echo hunter2-", "of-this", "-run!"]];
      for (const [i, words] of bodies.entries()) {
        const frames = framesOf(stage.requestId(i), words);
        await stage.appendRequest(recordOf("p", "00-capacity", i, frames), frames);
      }
      await stage.writeLog(`started with --api-key ${secret}\n`);
      await writer.log("note", {said: secret});
      await writer.seal();
      const texts: string[] = [];
      for (const file of (await walkCampaign(writer.folder)).files)
        for await (const {bytes} of linesOf(join(writer.folder, file))) texts.push(bytes.toString("utf8"));
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
      const records = texts
        .filter((t) => t.includes("assay.request/v1"))
        .map((t) => RequestRecord.parse(JSON.parse(t)));
      expect(records.map((r) => [r.status, r.content])).toEqual([
        ["ok", "plain"],
        ["ok", `echo ${REDACTED}!`],
        ["aborted", ""]
      ]);
      expect(records[2]?.error).toMatch(/withheld/);
      expect((await verifyCampaign(writer.folder, {deep: true})).problems).toEqual([]);
    } finally {
      await rm(evidence, {recursive: true, force: true});
    }
  });

  it("ends on a megabyte of text made to make patterns look back", () => {
    for (const unit of ["a.", "sk-", "a://", "eyJ", "-----BEGIN ", "api_key", "Basic "])
      expect(plainRedactor.text(unit.repeat(1_000_000 / unit.length)).length).toBeGreaterThan(0);
  });
});
