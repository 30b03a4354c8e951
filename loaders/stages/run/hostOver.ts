import type {z} from "zod";
import type {StageFailure} from "../../../src/schema/stage.js";

/**
 * Nothing more can be measured on this host now, for a reason that is not the measured server's. What was measured before counts;
 * the stage is left open, as by an interruption, and a later run goes on with it.
 */
export class HostOver extends Error {
  constructor(readonly reason: z.infer<typeof StageFailure>) {
    super(reason.message);
    this.name = "HostOver";
  }
}
