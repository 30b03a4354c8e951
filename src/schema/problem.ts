/**
 * An expected error: what happened, where, why, what was left as it was, and the next step.
 * The command line prints these sentences and exits with `exitCode`; only other errors show a stack.
 */
export class Problem extends Error {
  readonly code: string;
  readonly exitCode: 1 | 2 | 3 | 130;
  readonly where: string | null;
  readonly left: string | null;
  readonly next: string | null;

  constructor(
    code: string,
    what: string,
    options: {
      where?: string;
      why?: string;
      left?: string;
      next?: string;
      exitCode?: 1 | 2 | 3 | 130;
      cause?: unknown;
    } = {}
  ) {
    super(options.why ? `${what}: ${options.why}` : what, {cause: options.cause});
    this.name = "Problem";
    this.code = code;
    this.exitCode = options.exitCode ?? 2;
    this.where = options.where ?? null;
    this.left = options.left ?? null;
    this.next = options.next ?? null;
  }
}
