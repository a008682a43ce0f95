// Endpoints of the notification settings of groups and projects, for every version of the API.

import type { SettingRow } from "../../db/queries/notifications/settings.ts";
import { oneOf } from "../../http/coerce.ts";
import { notFound } from "../../http/errors.ts";
import { optional } from "../../http/params.ts";
import { sourceLevels } from "../../services/notification-settings/levels.ts";
import { updateSetting } from "../../services/notification-settings/update.ts";
import { endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { eventParams } from "./setting-params.ts";
import type { SourceKind } from "./sources.ts";

export const settingEndpoints = <Body>({ read, name, find }: SourceKind, present: (setting: SettingRow) => Body) => ({
  get: endpoint({
    access: read,
    params: idParam,
    response: one(present),
    async handle(call) {
      const { setting } = await find(call);
      return present(setting);
    },
  }),

  update: endpoint({
    access: read,
    params: { ...idParam, level: optional(oneOf(...sourceLevels)), ...eventParams },
    response: one(present),
    async handle(call) {
      const { actor, place } = await find(call);
      const outcome = await updateSetting(verbContext(call, actor), place, call.params);
      return respond(outcome, {
        updated: ({ setting }) => present(setting),
        gone: () => notFound(name),
      });
    },
  }),
});
