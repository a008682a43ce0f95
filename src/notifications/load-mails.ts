// Loads the contents of mails at the time they are sent.
import type { Database } from "../db/database.ts";
import { findMails, type MailKey, type MailRow } from "../db/queries/notifications/mails.ts";

/** @param now ISO 8601 */
export async function loadMails(db: Database, mails: readonly MailKey[], now: string): Promise<MailRow[]> {
  const [rows] = await db.batch(findMails(mails, now.slice(0, 10)));
  return rows;
}
