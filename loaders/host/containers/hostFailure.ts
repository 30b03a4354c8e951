import {Problem} from "../../../src/schema/problem.js";

/** Names of what can go wrong with a container or its engine; stable, and used as `failure.code` of a stage. */
export const HOST_FAILURES = [
  "image-missing",
  "digest-wrong",
  "port-taken",
  "exited-at-once",
  "never-healthy",
  "healthy-but-silent",
  "out-of-memory",
  "engine-stopped",
  "engine-forbidden",
  "engine-error",
  "gpu-driver-missing",
  "name-conflict",
  "container-missing",
  "mount-missing",
  "env-missing",
  "not-ours",
  "interrupted"
] as const;
export type HostFailureCode = (typeof HOST_FAILURES)[number];

/** A Problem of the host, with the end of the container's log where there is one. */
export class HostFailure extends Problem {
  readonly logTail: string[];
  declare readonly code: HostFailureCode;

  constructor(
    code: HostFailureCode,
    what: string,
    options: {where?: string; why?: string; left?: string; next?: string; cause?: unknown; logTail?: string[]} = {}
  ) {
    const {logTail, ...rest} = options;
    super(code, what, {...rest, exitCode: 1});
    this.name = "HostFailure";
    this.logTail = logTail ?? [];
  }

  /** The same failure with the log's last lines. */
  withLog(logTail: string[]): HostFailure {
    const copy = new HostFailure(this.code, this.message, {logTail, cause: this.cause});
    return Object.assign(copy, {where: this.where, left: this.left, next: this.next});
  }
}
