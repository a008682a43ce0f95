// Updates a user's notification setting. Settings are personal: no event is recorded.
import { type SettingRow, type SettingScope, saveSetting } from "../../db/queries/notifications/settings.ts";
import type { NotificationLevel } from "../../db/schema/notifications.ts";
import { rowOf } from "../attempts.ts";
import type { FieldErrors, VerbContext } from "../verb.ts";
import { type CustomEvent, customEvents } from "./levels.ts";

/** Undefined keeps the current value; null switches an event off. */
export type SettingParams = { readonly [E in CustomEvent]?: boolean | null | undefined } & {
  readonly level?: NotificationLevel | undefined;
};

export type UpdateSettingOutcome = { kind: "updated"; setting: SettingRow } | { kind: "gone" };

export async function updateSetting(
  { db, actorId, now }: VerbContext,
  place: SettingScope,
  params: SettingParams,
): Promise<UpdateSettingOutcome> {
  const on = customEvents.filter((event) => params[event] === true);
  const off = customEvents.filter((event) => params[event] === false || params[event] === null);
  const setting = rowOf(await db.change([], saveSetting(place, actorId, { level: params.level, on, off }, now)));
  // The user, or the group or project, has just been deleted.
  return setting === undefined ? { kind: "gone" } : { kind: "updated", setting };
}

/** @param own the user's only e-mail address, which receives their notifications */
export function checkNotificationEmail(email: string | null | undefined, own: string): FieldErrors {
  const isOwn = email === undefined || email === null || email.toLowerCase() === own.toLowerCase();
  return isOwn ? {} : { notification_email: ["is not an email you own"] };
}
