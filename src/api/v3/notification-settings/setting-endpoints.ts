// GET, PUT /groups/:id/notification_settings and the same under /projects/:id

import { oneOf } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { optional } from "../../../http/params.ts";
import { sourceLevels } from "../../../services/notification-settings/levels.ts";
import { updateSetting } from "../../../services/notification-settings/update.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentNotificationSetting } from "../presenters/notification-setting.ts";
import { eventParams } from "./setting-params.ts";
import type { SourceKind } from "./sources.ts";

export const settingEndpoints = ({ read, name, find }: SourceKind) => ({
  get: endpoint({
    access: read,
    params: idParam,
    response: one(presentNotificationSetting),
    async handle(call) {
      const { setting } = await find(call);
      return presentNotificationSetting(setting);
    },
  }),

  update: endpoint({
    access: read,
    params: { ...idParam, level: optional(oneOf(...sourceLevels)), ...eventParams },
    response: one(presentNotificationSetting),
    async handle(call) {
      const { actor, place } = await find(call);
      const outcome = await updateSetting(verbContext(call, actor), place, call.params);
      return respond(outcome, {
        updated: ({ setting }) => presentNotificationSetting(setting),
        gone: () => notFound(name),
      });
    },
  }),
});
