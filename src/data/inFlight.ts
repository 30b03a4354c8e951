/** Runs `work` over `items` with at most `most` at a time; results keep the order of the items. The first failure stops the rest. */
export async function inFlight<Item, Result>(
  items: Item[],
  most: number,
  work: (item: Item) => Promise<Result>
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let failed = false;
  const lane = async () => {
    while (next < items.length && !failed) {
      const at = next++;
      try {
        results[at] = await work(items[at] as Item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({length: Math.min(most, items.length)}, lane));
  return results;
}
