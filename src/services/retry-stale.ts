// Retries a change whose optimistic lock failed.
import type { LockedType } from "../db/schema/lock-expectations.ts";

const MOST_ATTEMPTS = 5;

/** Milliseconds for one attempt. A turn expires because a cancelled request never ends its own. */
const LONGEST_TURN = 2_000;

interface Turn {
  /** In epoch milliseconds; each attempt extends it. */
  expiry: number;
}

/** By record: the turn of the request that retries. */
const turns = new Map<string, Turn>();

/**
 * Repeats an attempt while its outcome is stale, up to five attempts in all. Once a request retries, requests of the
 * same isolate that change the same record take turns. Otherwise twenty simultaneous edits would keep invalidating each
 * other, and most would run out of attempts. In workerd a request cannot await a promise of another one, so they poll.
 */
export async function retryWhileStale<Outcome extends { readonly kind: string }>(
  type: LockedType,
  name: number | string,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const key = `${type} ${name}`;
  if (!turns.has(key)) {
    const outcome = await attempt();
    if (outcome.kind !== "stale") return outcome;
  }
  const turn = await takeTurn(key);
  try {
    for (let count = 2; ; count += 1) {
      turn.expiry = Date.now() + LONGEST_TURN;
      const outcome = await attempt();
      if (outcome.kind !== "stale" || count >= MOST_ATTEMPTS) return outcome;
      await sleep(Math.random() * 10 * 2 ** count);
    }
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}

async function takeTurn(key: string): Promise<Turn> {
  while ((turns.get(key)?.expiry ?? 0) > Date.now()) await sleep(Math.random() * 4);
  const turn = { expiry: Date.now() + LONGEST_TURN };
  turns.set(key, turn);
  return turn;
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
