// Runs long work in slices so that other requests are served in between.
import type { Work } from "./budget.ts";

/** Pause between two slices, of the same work or of different work. In milliseconds. */
const PAUSE = 2;

/** End of the last slice of any request, in milliseconds since 1970: all requests of an isolate share one thread. */
let lastEnd = 0;
/** Number of callers that wait for their next slice. Cancelled ones stay counted, which only lengthens the pauses. */
let waiting = 0;

/**
 * Runs work to its end, with a pause after each slice. Only one slice runs at a time, however many requests have long
 * work: another request waits for one slice, not for one slice of each.
 *
 * @throws the errors of the work
 */
export async function inSlices<T>(work: Work<T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await pause();
  }
}

/** Runs work that usually ends within its first slice; then no promise is made. @throws the errors of the work */
export function startSlices(work: Work<void>): void | Promise<void> {
  if (work.next().done === true) return;
  return pause().then(() => inSlices(work));
}

/** Ends a slice and waits until the next one may start. */
export async function pause(): Promise<void> {
  lastEnd = Date.now();
  waiting += 1;
  // Work that already waits gets the next slice before this one.
  await timer(waiting > 1 ? 2 * PAUSE : PAUSE);
  while (Date.now() - lastEnd < PAUSE) await timer(PAUSE);
  waiting -= 1;
}

/** A timer lets pending network input and calls be handled; awaiting a settled promise does not. */
const timer = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
