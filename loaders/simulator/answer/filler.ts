/** Prose that reads like an answer and does not run in circles: sentences drawn from a small grammar. */
import {pick, type Random} from "../random.js";

const subjects =
  "the scheduler|a careful reader|the second experiment|our cache|the operator|this estimate|the oldest record|a slower disk|the team in the harbour|the weather station|one narrow bridge|the archive|a patient gardener|the night shift|every fourth sample|the copper wire|an early draft|the map|the committee|a quiet engine|the river gauge|the library's index|a second opinion|the morning train|that small village|the instrument".split(
    "|"
  );
const verbs =
  "explains|hides|carries|measures|repeats|outlives|interrupts|supports|depends on|reveals|anticipates|contradicts|balances|narrows|sharpens|postpones|borrows from|improves|outruns|records|questions|surrounds|replaces|confirms|simplifies|limits".split(
    "|"
  );
const objects =
  "a longer queue|the shape of the valley|an unexpected pattern|the cost of waiting|seven older letters|the price of copper|a warmer winter|the margin of error|its own history|the first impression|several open questions|the distance to the coast|a better method|the colour of the glass|the width of a page|an honest answer|the last measurement|a shared memory|the smallest detail|their common purpose|a row of lanterns|the missing chapter|the rhythm of the work|a gentle slope|the original plan|an old promise".split(
    "|"
  );
const places =
  "in the north|after the flood|before dawn|near the station|during the long test|under ordinary load|within a few minutes|by the end of the year|across the border|at half the speed|without much notice|in most of the villages|on a clear day|between two readings|once the doors close|according to the log|as the ledger shows|for the third time|with some luck|beyond the old wall".split(
    "|"
  );
const links =
  "Even so,|Meanwhile,|As a result,|In practice,|Strictly speaking,|On the other hand,|For example,|Later,|Oddly enough,|In short,|At first,|By contrast,|Where it matters,|More often,|To be fair,|Eventually,".split(
    "|"
  );
const tails =
  "which nobody had planned|because the numbers agree|although few people notice|and that changes the plan|unless the pressure drops|so the question stays open|while the rest stands still|as long as the light holds|if the figures are right|and the difference is small|since the rules were written|until someone counts again".split(
    "|"
  );

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One sentence; the mixture of forms and a number now and then keep any stretch from repeating. */
export function sentence(random: Random): string {
  const core = `${pick(subjects, random)} ${pick(verbs, random)} ${pick(objects, random)}`;
  const form = random();
  if (form < 0.2) return `${pick(links, random)} ${core} ${pick(places, random)}.`;
  if (form < 0.4) return `${capital(core)}, ${pick(tails, random)}.`;
  if (form < 0.55) return `${capital(pick(places, random))}, ${core}.`;
  if (form < 0.7)
    return `About ${2 + Math.floor(random() * 97)} of ${100 + Math.floor(random() * 900)} times, ${core}.`;
  if (form < 0.85) return `${capital(core)} ${pick(places, random)}, ${pick(tails, random)}.`;
  return `${pick(links, random)} ${core}, and ${pick(subjects, random)} ${pick(verbs, random)} ${pick(objects, random)}.`;
}

/** At least `characters` of prose in paragraphs, ending with a whole sentence. */
export function filler(characters: number, random: Random): string {
  const paragraphs: string[] = [];
  let length = 0;
  while (length < characters) {
    const sentences: string[] = [];
    const count = 3 + Math.floor(random() * 4);
    for (let i = 0; i < count && length < characters; i++) {
      const next = sentence(random);
      sentences.push(next);
      length += next.length + 1;
    }
    paragraphs.push(sentences.join(" "));
  }
  return paragraphs.join("\n\n");
}
