import {expect, it} from "vitest";
import {redactSecrets} from "../../loaders/import/redact.js";

const gone = (text: string, ...secrets: string[]) => {
  const clean = redactSecrets(text);
  for (const secret of secrets) expect(clean, text).not.toContain(secret);
  expect(clean).toContain("[redacted]");
  return clean;
};

it("takes a key out of a command line, in quotes or not", () => {
  for (const given of ["=a1b2secret", " a1b2secret", ' "a1b2secret"', "='a1b2secret'", " 'a1b2secret'"]) {
    gone(`serve --api-key${given} --port 1`, "a1b2secret");
    JSON.parse(gone(JSON.stringify({command: `serve --api-key${given} --port 1`}), "a1b2secret"));
  }
  JSON.parse(gone(JSON.stringify(["serve", "--admin-api-key", "a1b2secret"]), "a1b2secret"));
});

it("takes a header's value out of a pair of name and value", () => {
  JSON.parse(gone(JSON.stringify([["x-api-key", "short9"]]), "short9"));
  JSON.parse(gone(JSON.stringify([{name: "Authorization", value: "Token short9"}]), "short9"));
});

it("takes the value of a field that is called token, and no word of an answer", () => {
  gone(JSON.stringify({Labels: {token: "tok.abc.def-0123456789"}}), "tok.abc.def-0123456789");
  for (const word of [" the", "Donaudampfschiffahrtsgesellschaft", "a sentence of 16 words and a half"]) {
    const text = JSON.stringify({logprobs: [{token: word}]});
    expect(redactSecrets(text)).toBe(text);
  }
});

it("keeps of a container's environment what is known to hold no secret", () => {
  const kept = ["PATH=/usr/bin", "CUDA_VISIBLE_DEVICES=0,1", "SGLANG_SET=1", "NCCL_P2P_LEVEL=SYS", "EMPTY_ONE="];
  const text = JSON.stringify([{Config: {Env: [...kept, "WANDB=short9", 'ODD=a"b]c9', "SGLANG_API_KEY=k9"]}}], null, 2);
  const clean = gone(text, "short9", "b]c9", "k9");
  const [{Config}] = JSON.parse(clean) as [{Config: {Env: string[]}}];
  expect(Config.Env).toEqual([...kept, "WANDB=[redacted]", "ODD=[redacted]", "SGLANG_API_KEY=[redacted]"]);
});
