/**
 * Runs jobs with `concurrency` of them always in flight (a closed loop: the next starts when one ends), in their order.
 * Results are in the jobs' order. The first failure is thrown after the running jobs have ended.
 */
export async function closedLoop<T>(jobs: readonly (() => Promise<T>)[], concurrency: number): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  let failed: {error: unknown} | null = null;
  const worker = async () => {
    while (next < jobs.length && failed === null) {
      const mine = next++;
      const job = jobs[mine];
      if (!job) return;
      try {
        results[mine] = await job();
      } catch (error) {
        failed ??= {error};
      }
    }
  };
  await Promise.all(Array.from({length: Math.min(concurrency, jobs.length)}, worker));
  if (failed !== null) throw (failed as {error: unknown}).error;
  return results;
}
