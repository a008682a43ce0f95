// Endpoints of the global notification setting, for every version of the API.

import { findGlobalSetting, type SettingRow } from "../../db/queries/notifications/settings.ts";
import { oneOf, text } from "../../http/coerce.ts";
import { invalidRecord } from "../../http/errors.ts";
import { optional } from "../../http/params.ts";
import { ownLevels } from "../../services/notification-settings/levels.ts";
import { checkNotificationEmail, updateSetting } from "../../services/notification-settings/update.ts";
import { hasErrors } from "../../services/verb.ts";
import { type Call, endpoint } from "../endpoint.ts";
import { admitUser, withViewerRow } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { eventParams } from "./setting-params.ts";

type GlobalSetting = SettingRow & { readonly email: string };

export const gettingGlobalSetting = <Body>(present: (setting: GlobalSetting) => Body) =>
  endpoint({
    access: "user",
    params: {},
    response: one(present),
    async handle(call) {
      const { viewerRow, email } = await withGlobalSetting(call);
      return present({ ...viewerRow, email });
    },
  });

export const updatingGlobalSetting = <Body>(present: (setting: GlobalSetting) => Body) =>
  endpoint({
    access: "user",
    params: { level: optional(oneOf(...ownLevels)), notification_email: optional(text), ...eventParams },
    response: one(present),
    async handle(call) {
      const { actor, email } = await withGlobalSetting(call);
      const errors = checkNotificationEmail(call.params.notification_email, email);
      if (hasErrors(errors)) throw invalidRecord(errors);
      const outcome = await updateSetting(verbContext(call, actor), { kind: "all" }, call.params);
      return respond(outcome, {
        updated: ({ setting }) => present({ ...setting, email }),
        gone: () => call.credentials.unknownViewer(),
      });
    },
  });

async function withGlobalSetting(call: Call) {
  const { viewerRow } = await withViewerRow(call, findGlobalSetting(call.viewer));
  const actor = admitUser(call, viewerRow);
  // Every signed-in user has an address.
  return { actor, viewerRow, email: viewerRow.email ?? "" };
}
