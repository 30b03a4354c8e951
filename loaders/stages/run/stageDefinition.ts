import type {z} from "zod";
import type {Attempt, Check, ReserveReading, StageFailure, StageKind, StageRecord} from "../../../src/schema/stage.js";
import type {OpenStage} from "./openStage.js";

/** What a stage found beside its requests. */
export interface StageOutcome {
  checks?: z.infer<typeof Check>[];
  attempts?: z.infer<typeof Attempt>[];
  reserve?: z.infer<typeof ReserveReading>[];
  failure?: z.infer<typeof StageFailure> | null;
  notes?: string[];
  settings?: Record<string, unknown>;
}

/** A stage as planned: one measured point or step of a profile. */
export interface StageDefinition {
  kind: StageKind;
  slug: string;
  /** Measured requests that it plans; for progress and for n_planned. */
  planned: number;
  settings: Partial<StageRecord["settings"]>;
  run(stage: OpenStage): Promise<StageOutcome>;
}
