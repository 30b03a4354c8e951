import {z} from "zod";
import {askHost} from "./askHost.js";
import type {HostClient} from "./types.js";

const Models = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      max_model_len: z.number().nullish().catch(null),
      owned_by: z.string().nullish().catch(null)
    })
  )
});

/** Models that a server offers, from /v1/models. `error`: one sentence when there is no such list; `wantsKey`: it asks for (another) API key. */
export async function listModels(client: HostClient): Promise<{
  models: {id: string; context: number | null; ownedBy: string | null}[];
  error: string | null;
  wantsKey: boolean;
}> {
  const answer = await askHost(client, "GET", "/v1/models", {timeoutS: 30});
  if (answer.error !== null) return {models: [], error: answer.error, wantsKey: false};
  const list = Models.safeParse(answer.body);
  if (answer.status !== 200 || !list.success) {
    const wantsKey = answer.status === 401 || answer.status === 403;
    const error = wantsKey
      ? `it wants an API key, or another one (HTTP ${answer.status})`
      : `/v1/models answered HTTP ${answer.status ?? "nothing"} without a list of models; is this an OpenAI-compatible server?`;
    return {models: [], error, wantsKey};
  }
  const models = list.data.data.map((one) => ({
    id: one.id,
    context: one.max_model_len ?? null,
    ownedBy: one.owned_by ?? null
  }));
  return {models, error: models.length === 0 ? "/v1/models lists no model" : null, wantsKey: false};
}
