import type {z} from "zod";
import type {StageFailure} from "../../../src/schema/stage.js";

/** Ends a stage early: what is left of it cannot be measured. The reason becomes the stage's failure. */
export class StageStopped extends Error {
  constructor(readonly failure: z.infer<typeof StageFailure>) {
    super(failure.message);
    this.name = "StageStopped";
  }
}
