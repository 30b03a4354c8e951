/** A chat request as Assay sends it. */
export interface ChatSpec {
  model: string;
  messages: unknown[];
  maxTokens: number;
  temperature: number;
  seed: number;
  thinking?: "default" | "enabled" | "disabled";
  tools?: unknown[];
  toolChoice?: unknown;
  responseFormat?: unknown;
  cacheSalt?: string | null;
  /** `standard`: only what the OpenAI API knows, for a server that refuses other keys. */
  dialect?: "engine" | "standard";
}

/**
 * The JSON body of a chat request. Sampling parameters are always sent in full, since a server would take what is missing
 * from the model's own defaults; usage is asked for at the end and on every chunk.
 */
export function chatBody(spec: ChatSpec): Record<string, unknown> {
  if (spec.dialect === "standard") return standardBody(spec);
  const body: Record<string, unknown> = {
    model: spec.model,
    messages: spec.messages,
    max_tokens: spec.maxTokens,
    temperature: spec.temperature,
    top_p: 1,
    top_k: spec.temperature === 0 ? 1 : -1,
    min_p: 0,
    frequency_penalty: 0,
    presence_penalty: 0,
    repetition_penalty: 1,
    seed: spec.seed,
    n: 1,
    stream: true,
    stream_options: {include_usage: true, continuous_usage_stats: true}
  };
  if (spec.thinking === "enabled" || spec.thinking === "disabled") {
    const enabled = spec.thinking === "enabled";
    body.chat_template_kwargs = {enable_thinking: enabled, thinking: enabled};
    body.separate_reasoning = true;
  }
  if (spec.tools) body.tools = spec.tools;
  if (spec.toolChoice !== undefined) body.tool_choice = spec.toolChoice;
  if (spec.responseFormat !== undefined) body.response_format = spec.responseFormat;
  if (spec.cacheSalt) body.cache_salt = spec.cacheSalt;
  return body;
}

function standardBody(spec: ChatSpec): Record<string, unknown> {
  return {
    model: spec.model,
    messages: spec.messages,
    max_tokens: spec.maxTokens,
    temperature: spec.temperature,
    top_p: 1,
    frequency_penalty: 0,
    presence_penalty: 0,
    seed: spec.seed,
    n: 1,
    stream: true,
    stream_options: {include_usage: true},
    ...(spec.tools ? {tools: spec.tools} : {}),
    ...(spec.toolChoice === undefined ? {} : {tool_choice: spec.toolChoice}),
    ...(spec.responseFormat === undefined ? {} : {response_format: spec.responseFormat})
  };
}

/** Names of the offered tools, as the record keeps them; null when none is offered. */
export function toolNames(spec: Pick<ChatSpec, "tools">): string[] | null {
  const named = (spec.tools ?? []) as {function?: {name?: string}; name?: string}[];
  const names = named.flatMap((tool) => tool.function?.name ?? tool.name ?? []);
  return names.length > 0 ? names : null;
}
