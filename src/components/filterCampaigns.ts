import {element} from "./element.js";

/** From this many campaigns on the list has a filter. */
const MANY = 10;

/** Puts above a list of campaigns a field that leaves those with the typed words; short lists are left as they are. */
export function filterCampaigns(list: HTMLElement): void {
  const cards = [...list.children] as HTMLElement[];
  if (cards.length < MANY) return;
  const texts = cards.map((card) => (card.textContent ?? "").toLowerCase());
  const count = element("span", {class: "of", role: "status"}, `${cards.length} campaigns, the newest first`);
  const field = element("input", {type: "search", id: "campaign-filter", placeholder: "model, profile, verdict, date"});
  field.oninput = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const kept = texts.map((text) => words.every((word) => text.includes(word)));
    cards.forEach((card, i) => (card.hidden = !kept[i]));
    count.textContent = `${kept.filter(Boolean).length} of ${cards.length} campaigns`;
  };
  list.before(
    element(
      "p",
      {class: "filter"},
      element("label", {for: "campaign-filter"}, "Only those with"),
      " ",
      field,
      " ",
      count
    )
  );
}
