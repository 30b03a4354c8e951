/** How one server is launched: what its command line says. */
import type {ModelSpec} from "../options.js";

export interface Launch {
  model: ModelSpec;
  /** Name or path of the weights: decides their size. */
  weights: string;
  apiKey: string | null;
  memFraction: number;
  maxTotalTokens: number | null;
  chatTemplate: string | null;
  /** The port inside the container. */
  port: number;
}
