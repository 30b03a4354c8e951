/** `/v1/responses`: its request as the chat request that it stands for. */
import {z} from "zod";
import {ApiError} from "./errors.js";

const Part = z.looseObject({type: z.string(), text: z.string().optional(), image_url: z.string().optional()});
const Item = z.looseObject({
  role: z.string().optional(),
  content: z.union([z.string(), z.array(Part)]).optional()
});
const Tool = z.looseObject({
  type: z.string(),
  name: z.string(),
  parameters: z.record(z.string(), z.unknown()).optional()
});

const ResponsesRequest = z.looseObject({
  model: z.string().optional(),
  input: z.union([z.string(), z.array(Item)]),
  instructions: z.string().nullish(),
  max_output_tokens: z.number().int().positive().nullish(),
  temperature: z.number().nullish(),
  stream: z.boolean().nullish(),
  tools: z.array(Tool).nullish(),
  chat_template_kwargs: z.record(z.string(), z.unknown()).nullish()
});

function contentOf(content: z.infer<typeof Item>["content"]): unknown {
  if (typeof content === "string" || content === undefined) return content ?? "";
  return content.map((part) =>
    part.image_url === undefined
      ? {type: "text", text: part.text ?? ""}
      : {type: "image_url", image_url: {url: part.image_url}}
  );
}

/** The chat request's body, to be read like any other. Throws ApiError. */
export function chatBodyOf(body: unknown): {chat: Record<string, unknown>; stream: boolean} {
  const parsed = ResponsesRequest.safeParse(body);
  if (!parsed.success) throw new ApiError(400, parsed.error.issues[0]?.message ?? "invalid request");
  const {input, instructions, tools, max_output_tokens, ...rest} = parsed.data;
  const turns =
    typeof input === "string"
      ? [{role: "user", content: input}]
      : input.map(({role, content}) => ({role: role ?? "user", content: contentOf(content)}));
  return {
    stream: rest.stream === true,
    chat: {
      model: rest.model,
      messages: [...(instructions ? [{role: "system", content: instructions}] : []), ...turns],
      max_tokens: max_output_tokens,
      temperature: rest.temperature,
      chat_template_kwargs: rest.chat_template_kwargs,
      tools: tools?.map(({name, parameters}) => ({type: "function", function: {name, parameters}}))
    }
  };
}
