/** What the simulated host reads of a chat request; unknown keys are ignored, as SGLang does. */
import {z} from "zod";

const ContentPart = z.union([
  z.looseObject({type: z.literal("text"), text: z.string()}),
  z.looseObject({type: z.literal("image_url"), image_url: z.looseObject({url: z.string()})})
]);
export type ContentPart = z.infer<typeof ContentPart>;

const ToolCall = z.looseObject({
  id: z.string().optional(),
  function: z.looseObject({name: z.string(), arguments: z.string().default("{}")})
});

export const ChatMessage = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(ContentPart), z.null()]).optional(),
  tool_calls: z.array(ToolCall).nullish(),
  tool_call_id: z.string().optional(),
  reasoning_content: z.string().nullish()
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** The part of JSON Schema that answers are built from. */
export type JsonSchema = {[key: string]: unknown};

export const Tool = z.looseObject({
  type: z.string().default("function"),
  function: z.looseObject({
    name: z.string(),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).optional()
  })
});
export type Tool = z.infer<typeof Tool>;

const ResponseFormat = z.looseObject({
  type: z.string(),
  json_schema: z.looseObject({name: z.string().optional(), schema: z.record(z.string(), z.unknown())}).optional()
});

export const ChatRequest = z.looseObject({
  model: z.string().optional(),
  messages: z.array(ChatMessage).min(1),
  stream: z.boolean().nullish(),
  stream_options: z
    .looseObject({include_usage: z.boolean().optional(), continuous_usage_stats: z.boolean().optional()})
    .nullish(),
  max_tokens: z.number().int().positive().nullish(),
  max_completion_tokens: z.number().int().positive().nullish(),
  temperature: z.number().nullish(),
  seed: z.number().int().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  ignore_eos: z.boolean().optional(),
  separate_reasoning: z.boolean().optional(),
  return_meta_info: z.boolean().optional(),
  chat_template_kwargs: z.record(z.string(), z.unknown()).nullish(),
  tools: z.array(Tool).nullish(),
  tool_choice: z
    .union([z.string(), z.looseObject({type: z.string(), function: z.looseObject({name: z.string()})})])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: ResponseFormat.nullish(),
  cache_salt: z.string().nullish(),
  extra_key: z.string().nullish(),
  rid: z.string().nullish()
});
export type ChatRequest = z.infer<typeof ChatRequest>;
