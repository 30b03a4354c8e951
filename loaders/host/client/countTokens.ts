import {z} from "zod";
import {askHost} from "./askHost.js";
import type {HostClient} from "./types.js";

const Count = z.union([z.looseObject({count: z.number().int()}), z.looseObject({tokens: z.array(z.unknown())})]);

/** Tokens of a text by the server's own /tokenize (SGLang, vLLM, llama.cpp forms); null when it has none that answers. */
export async function countTokens(client: HostClient, model: string, text: string): Promise<number | null> {
  for (const path of ["/tokenize", "/v1/tokenize"]) {
    const answer = await askHost(client, "POST", path, {
      body: {model, prompt: text, content: text, add_special_tokens: false, add_special: false},
      timeoutS: 60
    });
    if (answer.status === null) return null;
    const parsed = Count.safeParse(answer.body);
    if (answer.status !== 200 || !parsed.success) continue;
    return "tokens" in parsed.data && Array.isArray(parsed.data.tokens)
      ? parsed.data.tokens.length
      : (parsed.data as {count: number}).count;
  }
  return null;
}
