import type {Decision} from "../schema/decision.js";
import type {CampaignData} from "./campaignData.js";
import {CAMPAIGN_CHARTS} from "./charts/campaignCharts.js";
import {fitWidth} from "./fitWidth.js";
import {lineageDialog} from "./lineageDialog.js";
import {mountPage} from "./mountPage.js";

/** Padding of the hatched ground at both sides, in pixels. */
const GROUND = 20;

/**
 * Draws a campaign page's charts into their slots and answers clicks on numbers with their lineage; resolves to what undoes it.
 * `place` says where the charts' data and the decision lie.
 */
export async function mountCampaign(place: HTMLElement): Promise<() => void> {
  const {page = "", decision = ""} = place.dataset;
  const undo = [mountPage(), lineageDialog(() => json<Decision>(decision))];
  const data = await json<CampaignData>(page);
  for (const slot of document.querySelectorAll<HTMLElement>("[data-chart]")) {
    const chart = CAMPAIGN_CHARTS[slot.dataset["chart"] ?? ""];
    if (chart) undo.push(fitWidth(slot, (width) => chart(data, Math.min(960, width) - (data.simulated ? GROUND : 0))));
  }
  return () => undo.forEach((each) => each());
}

async function json<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} cannot be read: ${response.status}`);
  return (await response.json()) as T;
}
