// Changes how much somebody is told. It is personal: nothing else changes and nothing is told.
import { type SettingPlace, type SettingRow, saveSetting } from "../../db/queries/notifications/settings.ts";
import type { NotificationLevel } from "../../db/schema/notifications.ts";
import type { FieldErrors, VerbContext } from "../verb.ts";
import { type CustomEvent, customEvents } from "./levels.ts";

/** What is undefined is left as it is; an event of null is one not to be told of. */
export type SettingParams = { readonly [E in CustomEvent]?: boolean | null | undefined } & {
  readonly level?: NotificationLevel | undefined;
};

export type UpdateSettingOutcome = { kind: "updated"; setting: SettingRow } | { kind: "gone" };

export async function updateSetting(
  { db, actorId, now }: VerbContext,
  place: SettingPlace,
  params: SettingParams,
): Promise<UpdateSettingOutcome> {
  const on = customEvents.filter((event) => params[event] === true);
  const off = customEvents.filter((event) => params[event] === false || params[event] === null);
  const change = await db.change([], saveSetting(place, actorId, { level: params.level, on, off }, now));
  // Of the two a setting joins, one has just been deleted.
  if (change.violated !== undefined || change.row === undefined) return { kind: "gone" };
  return { kind: "updated", setting: change.row };
}

/** @param own the user's only address, which is where their mail goes */
export function checkNotificationEmail(email: string | null | undefined, own: string): FieldErrors {
  const isOwn = email === undefined || email === null || email.toLowerCase() === own.toLowerCase();
  return isOwn ? {} : { notification_email: ["is not an email you own"] };
}
