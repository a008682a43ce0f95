// How long a request takes and how long it keeps others waiting, judged on a machine that does other things besides.
import { type Answer, baseUrl } from "../support/api.ts";
import { Bystander } from "../support/bystander.ts";
import { LONGEST_ANSWER, LONGEST_WAIT } from "./measured.ts";

/** What is slow only because of something else on the machine is not slow each time. */
const ATTEMPTS = 5;

export interface Held {
  readonly status: number;
  /** Milliseconds of the request. */
  readonly took: number;
  /** Milliseconds of the slowest answer to another client meanwhile. */
  readonly waited: number;
}

/** Sends a request, up to five times while it is too slow. @param ask makes it anew, so that it does the same each time */
export async function measure(ask: () => Promise<Pick<Answer, "status">>): Promise<Held> {
  let held = await once(ask);
  for (let attempt = 2; attempt <= ATTEMPTS && !isBounded(held); attempt += 1) held = await once(ask);
  return held;
}

export const isBounded = ({ took, waited }: Held): boolean => took < LONGEST_ANSWER && waited < LONGEST_WAIT;

async function once(ask: () => Promise<Pick<Answer, "status">>): Promise<Held> {
  const bystander = await Bystander.start(baseUrl);
  const started = performance.now();
  const { status } = await ask();
  const took = performance.now() - started;
  return { status, took: Math.round(took), waited: Math.round(await bystander.stop()) };
}
