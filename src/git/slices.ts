// Runs long work in slices so that other requests are served in between.
import type { Work } from "./budget.ts";

/** Pause between two slices, of the same work or of different work. In milliseconds. */
const PAUSE = 2;

/** End of the last slice of any request, in milliseconds since 1970: all requests of an isolate share one thread. */
let lastEnd = 0;
/** When each caller that waits for its next slice looks again. The longest waiting comes first. */
const waiting = new Map<symbol, number>();

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
  const caller = Symbol();
  let due: number;
  do {
    due = Date.now() + PAUSE;
    waiting.set(caller, due);
    await timer(PAUSE);
  } while (!isNext(caller, due));
  waiting.delete(caller);
}

/** True if the last slice ended long enough ago, and nobody waits for longer. */
function isNext(caller: symbol, due: number): boolean {
  if (Date.now() - lastEnd < PAUSE) return false;
  for (const [other, itsDue] of waiting) {
    if (other === caller) return true;
    if (due - itsDue < PAUSE) return false;
    // It should have looked long before, so its request was cancelled.
    waiting.delete(other);
  }
  return true;
}

/** A timer lets pending network input and calls be handled; awaiting a settled promise does not. */
const timer = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
