const POINT = "{nominal_prompt_tokens = 256, max_tokens = 16, repeats = 2}";

/** A recipe of the test server. */
export const recipeText = (
  name: string,
  image: string,
  port: number,
  mode = "",
  tokenMs = 2
): string => `schema = "assay.recipe/v1"
name = "${name}"
served_model = "${name}"
model = "test/server@1"
image = "${image}"
context_tokens = 131072
concurrency = 1
host_port = ${port}
gpus = "none"
env = {SERVED_MODEL_NAME = "${name}", MODE = "${mode}", TOKEN_MS = "${tokenMs}"}
env_from = ["SERVER_KEY"]
`;

/** A managed campaign of a few seconds: the incumbent \`prod\` at \`port\`, and two candidates in its place. */
export const planText = (port: number, arms = ["a", "b"], launchS = 60): string => `lifecycle = "managed"
[campaign]
slug = "drill"
[host]
nvidia_smi = "none"
api_key_env = "SERVER_KEY"
[incumbent]
container = "prod"
base_url = "http://127.0.0.1:${port}"
measure = [${POINT}]
[limits]
launch_s = ${launchS}
settle_s = 0
${arms
  .map(
    (arm) => `[[profiles]]
profile = "${arm}"
recipe = "${arm}.toml"
[profiles.stages]
capacity = [${POINT}]
`
  )
  .join("")}`;
