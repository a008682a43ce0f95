// For walks, whose requests wait for each other otherwise: the batch of a page begins a millisecond after the page does.

/** Does the work for all things, several at a time, in any order. @returns the results in the order of the things */
export async function inParallel<T, R>(
  atOnce: number,
  things: Iterable<T>,
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...things].entries();
  const worker = async () => {
    for (const [at, thing] of waiting) results[at] = await work(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
