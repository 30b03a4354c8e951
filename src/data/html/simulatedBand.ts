import type {Html} from "../html.js";
import {html} from "../html.js";

/** The hatched band that every page of simulated evidence carries. `says` replaces the sentence on pages that mix campaigns. */
export function simulatedBand(simulated: boolean, timeScale: number | null, says?: string): Html | null {
  if (!simulated) return null;
  const scaled = timeScale === null || timeScale === 1 ? "" : `, with waits scaled by ${timeScale}`;
  return html`<p class="simulated-band" role="note">
    <span
      ><b>Simulated.</b> ${
        says ??
        `The evidence comes from the embedded simulator${scaled}: it shows that the machinery works, and says nothing about a model or a machine.`
      }</span
    >
  </p>`;
}
