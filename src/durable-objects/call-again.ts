// Calls an object that may be out of reach for a moment: it moves, or the Worker is deployed.
const PAUSES = [100, 1_000];

/** Tries it three times. What is called is to make its stub anew: one that has failed stays so. */
export async function callAgain(call: () => Promise<void>): Promise<void> {
  for (const milliseconds of PAUSES) {
    try {
      return await call();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    }
  }
  return call();
}
