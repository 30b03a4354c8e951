import {askHost} from "./askHost.js";
import {chatBody} from "./chatBody.js";
import type {HostClient} from "./types.js";

/**
 * Which keys a server accepts: those of the engines, unless it refuses them (HTTP 400 or 422) and takes the standard ones.
 * Costs one or two requests of one token; asked once, before anything is measured, and only of a server whose engine is not known.
 */
export async function chatDialect(client: HostClient, model: string): Promise<"engine" | "standard"> {
  const spec = {
    model,
    messages: [{role: "user", content: "Say hello."}],
    maxTokens: 1,
    temperature: 0,
    seed: 1,
    thinking: "disabled" as const
  };
  const ask = async (dialect: "engine" | "standard") =>
    (await askHost(client, "POST", "/v1/chat/completions", {body: chatBody({...spec, dialect}), timeoutS: 120})).status;
  const full = await ask("engine");
  if (full !== 400 && full !== 422) return "engine";
  return (await ask("standard")) === 200 ? "standard" : "engine";
}
