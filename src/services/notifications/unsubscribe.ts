// Unsubscribes somebody who followed a true link.
import type { Database } from "../../db/database.ts";
import { unsubscribeUser } from "../../db/queries/issuables/subscriptions.ts";
import type { Unsubscription } from "../../notifications/unsubscription.ts";

/** Of what is gone nobody is told anyway. It is personal: nothing else changes and nothing is told. */
export async function unsubscribe(db: Database, { issuable, userId }: Unsubscription): Promise<void> {
  await db.batch(unsubscribeUser(userId, issuable));
}
