// Whoever was overtaken by another edit reads again and decides again.
import type { LockedType } from "../db/schema/lock-expectations.ts";

const MOST_ATTEMPTS = 5;

/** When a turn ends at the latest, in milliseconds: a request that is cancelled never says it is done. */
const LONGEST_TURN = 2_000;

/** When the turn of whoever tries again ends, by the record they change. */
const turns = new Map<string, number>();

/**
 * Makes an attempt, and others while it is stale, five at most. Of the requests that reach one isolate, those that change a
 * record on which somebody is trying again take turns, or twenty at once would go on overtaking each other. The workerd
 * runtime lets no request wait for a promise of another, so they look again every few milliseconds.
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
  const endTurn = await takeTurn(key);
  try {
    for (let count = 2; ; count += 1) {
      const outcome = await attempt();
      if (outcome.kind !== "stale" || count >= MOST_ATTEMPTS) return outcome;
      await sleep(Math.random() * 10 * 2 ** count);
    }
  } finally {
    endTurn();
  }
}

async function takeTurn(key: string): Promise<() => void> {
  while ((turns.get(key) ?? 0) > Date.now()) await sleep(Math.random() * 4);
  const mine = Date.now() + LONGEST_TURN;
  turns.set(key, mine);
  return () => {
    if (turns.get(key) === mine) turns.delete(key);
  };
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
