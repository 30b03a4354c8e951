/** The two small campaigns that the table of faults is made with: one attached, with every stage, and one managed. */

export const TIME_SCALE = 0.02;

export const IMAGE = `r/candidate@sha256:${"c".repeat(64)}`;

export interface PolicyNumbers {
  /** Coding attempts; more than five ask a task more than once. */
  attempts: number;
  /** Client's loop delay up to which it counts as quiet, ms. */
  loopDelayMs: number;
}

export const policyText = ({attempts, loopDelayMs}: PolicyNumbers): string => `schema = "assay.policy/v1"
name = "small"
[preflight]
long_prompt_tokens = 6_000
[quality]
attempts = ${attempts}
[multimodal]
attempts = 6
[endurance]
requests = 10
[audit]
loop_delay_ms = ${loopDelayMs}
loop_utilisation_max = ${loopDelayMs > 2 ? 1 : 0.7}
`;

const limits = (launchS: number) => `[limits]
stall_s = 6
first_output_s = 60
total_s = 90
settle_s = 0.2
launch_s = ${launchS}
`;

export const attachedPlan = `lifecycle = "attached"
policy = "policy.toml"
[campaign]
slug = "fault"
[host]
hardware = "simulated"
${limits(60)}
[simulator]
time_scale = ${TIME_SCALE}
[[profiles]]
profile = "p"
[profiles.stages]
preflight = true
thinking = true
quality = true
multimodal = true
reserve = true
endurance = {requests = 10, nominal_prompt_tokens = 2048, max_tokens = 72}
capacity = [{nominal_prompt_tokens = 4096, max_tokens = 80, repeats = 6}]
`;

const point = "{nominal_prompt_tokens = 1024, max_tokens = 72, repeats = 4}";

export const managedPlan = `lifecycle = "managed"
policy = "policy.toml"
[campaign]
slug = "fault"
[host]
hardware = "simulated"
[incumbent]
container = "prod"
base_url = "http://127.0.0.1:1"
measure = [${point}]
${limits(12)}
[simulator]
time_scale = ${TIME_SCALE}
[[profiles]]
profile = "p"
recipe = "p.toml"
[profiles.stages]
reserve = true
capacity = [${point}]
`;

export const recipeText = `schema = "assay.recipe/v1"
name = "p"
served_model = "candidate"
model = "org/model@1"
image = "${IMAGE}"
context_tokens = 16384
concurrency = 1
shm_mib = 1024
gpus = "all"
command = [
  "python3", "-m", "sglang.launch_server", "--model-path", "/models/m", "--served-model-name", "candidate",
  "--context-length", "16384", "--port", "30000", "--tp-size", "2", "--enable-metrics", "--enable-cache-report"
]
`;
