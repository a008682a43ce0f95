// Calls a Durable Object that may be briefly unreachable, because it moves or the Worker is deployed.
const PAUSES = [100, 1_000];

/** Makes up to three attempts. `call` must create its stub each time: a stub that has failed stays broken. */
export async function callWithRetry(call: () => Promise<void>): Promise<void> {
  for (const milliseconds of PAUSES) {
    try {
      return await call();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
    }
  }
  return call();
}
