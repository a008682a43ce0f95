// Runs long work so that other requests are answered in the meantime.
import type { Work } from "./budget.ts";

/** Between any two slices, whoever they belong to, so many milliseconds belong to everybody else. */
const PAUSE = 2;

/** When a slice of any request ended, by the clock of this isolate: all requests share its one thread. */
let lastEnd = 0;
/** How many wait for their next slice. Work that is cut off is never taken off: then pauses are longer than they need be. */
let waiting = 0;

/**
 * Runs work to its end, with a pause after each slice. However many requests have long work, one slice at a time is run:
 * others wait for one slice, not for one of each.
 *
 * @throws what the work throws
 */
export async function inSlices<T>(work: Work<T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await pause();
  }
}

/** Runs work whose first slice usually is all: then it is done at once, without a promise. @throws what the work throws */
export function startSlices(work: Work<void>): void | Promise<void> {
  if (work.next().done === true) return;
  return pause().then(() => inSlices(work));
}

/** Ends a slice, and waits until it is time for the next one. */
export async function pause(): Promise<void> {
  lastEnd = Date.now();
  waiting += 1;
  // Whoever has just had a slice lets those who wait already go first.
  await timer(waiting > 1 ? 2 * PAUSE : PAUSE);
  while (Date.now() - lastEnd < PAUSE) await timer(PAUSE);
  waiting -= 1;
}

/** A timer lets in what has arrived, on the network as well as by calls; awaiting a promise that is settled does not. */
const timer = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
