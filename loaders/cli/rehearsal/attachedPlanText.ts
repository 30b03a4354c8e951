/** What a look at a server told, for its plan. */
export interface ServerFacts {
  baseUrl: string;
  apiKeyEnv: string | null;
  model: string;
  modelIsChosen: boolean;
  context: number | null;
  engine: string | null;
  hasMetrics: boolean;
  /** Null where the server does not say. */
  vision: boolean | null;
  gpus: string[];
}

/** Sizes of prompts that are worth measuring; those that fit are planned. */
const LADDER = [4096, 16_384, 65_536, 120_000];
const OUTPUT = 256;
/** The long tool check wants so many measured tokens. */
const LONG_PROMPT = 101_000 + 512;

/** The text of an attached plan that runs against the server as it was seen; what cannot be measured there is declared, with why. */
export function attachedPlanText(facts: ServerFacts): string {
  const {context} = facts;
  const fits = LADDER.filter((tokens) => context === null || tokens + OUTPUT <= context).slice(
    0,
    context === null ? 1 : 4
  );
  const points = fits.length > 0 ? fits : [Math.max(16, Math.floor((context ?? 1024) / 2))];
  const local = /\/\/(127\.|localhost|\[::1\])/.test(facts.baseUrl);
  const gpus = local ? facts.gpus : [];
  const left: [string, string][] = [];
  if (context !== null && context < LONG_PROMPT)
    left.push(["long-tools", `a context of ${context} tokens cannot hold a prompt of 100,000`]);
  if (facts.vision === false)
    for (const what of ["multimodal", "image", "ocr"]) left.push([what, "the server says that it takes no images"]);
  if (gpus.length === 0) left.push(["reserve", "no card can be read from here"]);
  const text = (value: string) => JSON.stringify(value);
  return [
    `# Written after a look at ${facts.baseUrl}: ${facts.engine === null ? "an engine that does not say its name" : text(facts.engine)}, model ${text(facts.model)}.`,
    facts.hasMetrics ? "" : "# The server offers no /metrics: traffic of others and speculation cannot be seen.\n",
    'lifecycle = "attached"',
    ...(left.length > 0
      ? ["not_applicable = [", ...left.map(([what, why]) => `  {what = ${text(what)}, reason = ${text(why)}},`), "]"]
      : []),
    "",
    "[campaign]",
    `slug = ${text(slugOf(facts.model))}`,
    'question = "Is this server, as it is served, fit to be relied on?"',
    "",
    "[host]",
    `base_url = ${text(facts.baseUrl)}`,
    ...(facts.apiKeyEnv ? [`api_key_env = ${text(facts.apiKeyEnv)}`] : []),
    ...(gpus.length > 0
      ? [`hardware = ${text(`${gpus.length}x ${[...new Set(gpus)].join(", ")}`)}`]
      : ['nvidia_smi = "none"']),
    "# Its prefix cache is flushed before a cold point only with your consent; until then every prompt has a salt of its own.",
    "flush_ok = false",
    "",
    "[[profiles]]",
    'profile = "as-served"',
    ...(facts.modelIsChosen ? [`served_model = ${text(facts.model)}`] : []),
    ...(context === null ? [] : [`context_tokens = ${context}`]),
    "",
    "[profiles.stages]",
    "preflight = true",
    "thinking = true",
    "quality = true",
    ...(facts.vision === false ? [] : ["multimodal = true"]),
    `endurance = {requests = 60, nominal_prompt_tokens = ${points[0] ?? 1024}, max_tokens = ${OUTPUT}}`,
    ...(gpus.length > 0 ? ["reserve = true"] : []),
    "capacity = [",
    ...points.map((tokens) => `  {nominal_prompt_tokens = ${tokens}, max_tokens = ${OUTPUT}, repeats = 6},`),
    "]",
    ""
  ]
    .filter((line, i) => i !== 1 || line !== "")
    .join("\n");
}

/** A campaign's slug out of a model's name. */
export function slugOf(model: string): string {
  const slug = (model.split("/").at(-1) ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return slug === "" ? "my-server" : slug;
}
