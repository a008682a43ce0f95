// Subscriptions of users to issuables.
import { sql } from "drizzle-orm";
import type { Flag } from "../../schema/columns.ts";
import { execute, type Statement } from "../../statement.ts";
import { type IssuableKey, issuableTable } from "./issuables.ts";
import { participation, subscribedTo } from "./row.ts";

/** Writes, and returns a row, only if it changes whether the user is subscribed. */
export const setSubscribed = (
  userId: number,
  { type, id }: IssuableKey,
  subscribed: Flag,
): Statement<{ user_id: number }> => {
  return execute(sql`insert into participants (user_id, target_type, target_id, project_id, subscribed)
    select viewer_id, ${type}, t.id, t.project_id, ${subscribed}
    from (select ${userId} as viewer_id) viewer cross join ${issuableTable(type)} t ${sql.raw(participation("t", type))}
    where t.id = ${id} and ${subscribedTo("t", type)} <> ${subscribed}
    on conflict (target_type, target_id, user_id) do update set subscribed = excluded.subscribed returning user_id`);
};

/** Unsubscribes the user, even if they watch the project. Does nothing if the user or the issuable is gone. */
export const unsubscribeUser = (userId: number, { type, id }: IssuableKey): Statement =>
  execute(sql`insert into participants (user_id, target_type, target_id, project_id, subscribed)
    select u.id, ${type}, t.id, t.project_id, 0 from users u cross join ${issuableTable(type)} t
    where u.id = ${userId} and t.id = ${id}
    on conflict (target_type, target_id, user_id) do update set subscribed = 0`);
