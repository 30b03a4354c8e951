import {aaFloor, type Floor} from "../statistics/index.js";
import {readArm, type Point} from "./arm.js";
import type {EvidenceSource} from "./evidenceSource.js";

/**
 * How much the host differs from itself at a point: the boots of the A/A profile, dealt in turn to two sets so that
 * both span the campaign. Null below 2 v 2 boots.
 */
export async function hostFloor(
  db: EvidenceSource,
  campaignId: string,
  profile: string,
  point: Point,
  metric: string
): Promise<Floor | null> {
  const {boots} = await readArm(db, campaignId, profile, point, metric);
  const of = (turn: number) => boots.filter((_, i) => i % 2 === turn);
  return aaFloor(of(0), of(1));
}
