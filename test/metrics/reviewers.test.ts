import {generateKeyPairSync} from "node:crypto";
import {describe, expect, it} from "vitest";
import {parseReviewers, publicKeyOf} from "../../src/metrics/sealed/reviewers.js";
import {Problem} from "../../src/schema/problem.js";

const {publicKey} = generateKeyPairSync("ed25519");
const spki = publicKey.export({type: "spki", format: "der"}).toString("base64");
const pem = publicKey.export({type: "spki", format: "pem"}).toString();
const otherKind = generateKeyPairSync("x25519").publicKey;

describe("publicKeyOf", () => {
  it("reads ed25519 from PEM and from base64, however that is broken into lines", () => {
    for (const text of [pem, spki, ` ${spki.slice(0, 20)}\n  ${spki.slice(20)}\n`])
      expect(publicKeyOf(text)?.export({type: "spki", format: "der"}).toString("base64")).toBe(spki);
  });
  it("is null of another kind of key, and of no key", () => {
    expect(publicKeyOf(otherKind.export({type: "spki", format: "pem"}).toString())).toBeNull();
    expect(publicKeyOf(otherKind.export({type: "spki", format: "der"}).toString("base64"))).toBeNull();
    for (const text of ["", "none", "-----BEGIN nothing"]) expect(publicKeyOf(text)).toBeNull();
  });
});

describe("parseReviewers", () => {
  const head = 'schema = "assay.reviewers/v1"\n';
  const fault = (text: string): Problem => {
    try {
      parseReviewers(text, "configs/reviewers.toml");
    } catch (error) {
      if (error instanceof Problem) return error;
    }
    throw new Error("no Problem came");
  };
  it("gives each reviewer's key and times; a file without any has none", () => {
    const times = 'from = "2026-01-01T00:00:00Z"\nuntil = "2027-01-01T00:00:00Z"\n';
    expect(parseReviewers(`${head}[reviewers.alice]\npublic_key = "${spki}"\n${times}`, "x")).toEqual({
      alice: {public_key: spki, from: "2026-01-01T00:00:00Z", until: "2027-01-01T00:00:00Z"}
    });
    expect(parseReviewers(head, "x")).toEqual({});
  });
  it("names every fault at once, where it is and what to do", () => {
    const bad = fault(
      `${head}[reviewers.a]\npublic_key = "x"\n[reviewers.b]\npublic_key = "${spki}"\n[reviewers.c]\npublic_key = ""\n`
    );
    expect(bad.message).toBe(
      "The reviewers' keys cannot be read: reviewers.a.public_key: not an ed25519 public key; reviewers.c.public_key: not an ed25519 public key"
    );
    expect(bad).toMatchObject({
      code: "bad-reviewers",
      where: "configs/reviewers.toml",
      next: "give each reviewer a table [reviewers.NAME] with public_key; amend --new-key NAME prints one"
    });
  });
  it("names a wrong shape by its path, and one of the whole file as the top", () => {
    expect(fault(`${head}[reviewers.a]\nkey = "x"\n`).message).toMatch(
      /: reviewers\.a\.public_key: [^;]+; reviewers\.a: [^;]*key/
    );
    expect(fault("").message).toMatch(/: schema: /);
    expect(fault(`${head}more = 1\n`).message).toMatch(/: \(top\): .*more/);
  });
  it("names what is no TOML in one line, and keeps its cause", () => {
    const bad = fault("schema = \n");
    expect(bad.message).toMatch(/^The reviewers' keys cannot be read: Invalid TOML document: .+$/);
    expect(bad.message).not.toContain("\n");
    expect(bad.cause).toBeInstanceOf(Error);
  });
});
