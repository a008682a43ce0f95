// Subscribes to an issue or a merge request, and ends that. It is personal: nothing else changes and nothing is told.

import type { IssuableKey } from "../../db/queries/issuables/issuables.ts";
import { setSubscribed } from "../../db/queries/issuables/subscriptions.ts";
import type { Statement } from "../../db/statement.ts";
import type { VerbContext } from "../verb.ts";

export type SubscriptionOutcome<Row> = { kind: "changed"; row: Row } | { kind: "unchanged" } | { kind: "gone" };

/** @param read answers the issuable as the same batch leaves it */
export async function changeSubscription<Row>(
  { db, actorId }: VerbContext,
  issuable: IssuableKey,
  subscribed: boolean,
  read: Statement<Row>,
): Promise<SubscriptionOutcome<Row>> {
  const attempt = await db.attempt(setSubscribed(actorId, issuable, subscribed ? 1 : 0), read);
  if (attempt.violated !== undefined) return { kind: "gone" };
  const [changed, [row]] = attempt.rows;
  if (changed.length === 0) return { kind: "unchanged" };
  return row === undefined ? { kind: "gone" } : { kind: "changed", row };
}
