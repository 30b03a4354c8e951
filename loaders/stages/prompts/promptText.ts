import {createHash} from "node:crypto";
import {seededRandom} from "./random.js";

const SUBJECTS =
  "the harbour master|a careful engineer|our small team|the night watch|every reviewer|the older pump|this valve|the surveyor|a passing ship|the archive|one of the clerks|the new relay".split(
    "|"
  );
const VERBS =
  "measured|described|repaired|recorded|compared|carried|followed|expected|noticed|replaced|explained|counted".split(
    "|"
  );
const OBJECTS =
  "the level of the water|a list of spare parts|the route along the coast|each entry in the log|the pressure in the second line|a letter from the mainland|the plan of the building|the cost of the winter stores|an unusual pattern in the readings|the distance between the towers".split(
    "|"
  );
const TAILS =
  "before the evening bell|without much trouble|as the manual advises|although nobody had asked|in less than an hour|because the weather had changed|and wrote it down|for the third time that week|with a borrowed instrument|while the others were away".split(
    "|"
  );
const NAMES = "offset total index limit depth weight margin origin".split(" ");

/** What a prompt is made of; the same values give the same bytes anywhere. */
export interface PromptSpec {
  campaignId: string;
  seed: number;
  /** Names the prompt in its campaign: point and number. */
  label: string;
  /** Words of the body. */
  words: number;
}

/**
 * Builds a prompt: a salt that no other prompt has stands first (so no prefix is shared), then prose and code, then the task.
 * The task asks for a long text, so that an answer fills its budget by itself.
 */
export function promptText(spec: PromptSpec): string {
  const salt = saltOf(spec);
  return `[${salt}] Notes of the station, part ${salt.slice(0, 4)}.\n\n${body(`${salt}:${spec.label}`, spec.words)}\n\n${TASK}`;
}

const TASK =
  "Continue these notes in the same manner as a long text of many paragraphs. Do not summarise, do not stop early, do not comment on the notes; write on until you are cut off.";

/** The unique head of a prompt, from campaign, seed and label. */
export function saltOf(spec: Omit<PromptSpec, "words">): string {
  return createHash("sha256").update(`${spec.campaignId}\n${spec.seed}\n${spec.label}`).digest("hex").slice(0, 24);
}

/** Names a prompt so that it can be made again: seed, label and words. */
export function promptId(spec: PromptSpec): string {
  return `s${spec.seed}/${spec.label}/w${spec.words}`;
}

/** The prompt of a recorded `prompt_id`; null when the id was not made by `promptId`. */
export function promptOfId(campaignId: string, id: string): string | null {
  const match = /^s(-?\d+)\/(.+)\/w(\d+)$/.exec(id);
  if (!match) return null;
  return promptText({campaignId, seed: Number(match[1]), label: match[2] ?? "", words: Number(match[3])});
}

function body(seed: string, words: number): string {
  const random = seededRandom(seed);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const kept: string[] = [];
  for (let paragraph = 1; kept.length < words; paragraph += 1) {
    const text =
      paragraph % 5 === 0
        ? `\n\nfunction ${pick(NAMES)}${paragraph}(${pick(NAMES)}) {\n  const ${pick(NAMES)}s = [${Array.from({length: 6}, () => Math.floor(random() * 1000)).join(", ")}];\n  return ${pick(NAMES)}s.filter((x) => x > ${Math.floor(random() * 900)}).length;\n}\n\n`
        : Array.from({length: 4}, () => sentence(pick)).join(" ");
    for (const word of text.split(" ")) {
      if (kept.length >= words) break;
      kept.push(word);
    }
  }
  return kept.join(" ");
}

function sentence(pick: (from: readonly string[]) => string): string {
  const text = `${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)} ${pick(TAILS)}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
