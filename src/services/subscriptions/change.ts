// Subscribes to an issuable or unsubscribes from it. Subscriptions are personal: no event is recorded.

import type { IssuableKey } from "../../db/queries/issuables/issuables.ts";
import { setSubscribed } from "../../db/queries/issuables/subscriptions.ts";
import type { Statement } from "../../db/statement.ts";
import type { VerbContext } from "../verb.ts";

export type SubscriptionOutcome<Row> = { kind: "changed"; row: Row } | { kind: "unchanged" } | { kind: "gone" };

/** @param read selects the issuable after the change, in the same batch */
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
