// Unsubscribes a user who followed a link with a valid signature.
import type { Database } from "../../db/database.ts";
import { unsubscribeUser } from "../../db/queries/issuables/subscriptions.ts";
import type { Unsubscription } from "../../notifications/unsubscription.ts";

/** Does nothing if the issuable or the user is gone. Subscriptions are personal: no event is recorded. */
export async function unsubscribe(db: Database, { issuable, userId }: Unsubscription): Promise<void> {
  await db.batch(unsubscribeUser(userId, issuable));
}
