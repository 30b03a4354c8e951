const waiting: (() => void)[] = [];

/**
 * Runs a job when the sockets that have something to read have been read, one job a turn of the loop: many streams that end
 * together must not wait for each other's ends before their last bytes are stamped.
 */
export function betweenReads(job: () => void): void {
  waiting.push(job);
  if (waiting.length === 1) setImmediate(runOne);
}

function runOne(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(runOne);
}
