import type {BenchMeasure} from "../../../src/schema/bench.js";

/** What a part of the benchmark gets. */
export interface BenchContext {
  /** The sizes that need longer than ten minutes. */
  full: boolean;
  /** A scratch folder that is removed at the end. */
  folder: string;
  talk(text: string): void;
  /** The evidence of one campaign with so many generated requests; made once a run. */
  large(rows: number): Promise<{evidence: string; bytes: number}>;
}

/** One part: it hands over each row as it has it, so that a part that fails late keeps what it measured. */
export interface Part {
  name: string;
  title: string;
  run(context: BenchContext, add: (row: BenchMeasure) => void): Promise<void>;
}
