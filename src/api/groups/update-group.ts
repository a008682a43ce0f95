// Changes a group, in every version of the API.

import { text } from "../../http/coerce.ts";
import { notFound } from "../../http/errors.ts";
import { optional } from "../../http/params.ts";
import { updateGroup as update } from "../../services/groups/update.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { withGroup } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import type { GroupDetail } from "./group-detail.ts";
import { groupParams } from "./group-params.ts";

export const changeableGroupParams = { name: optional(text), path: optional(text), ...groupParams };

/** @param getGroup shows the group again */
export const updatingGroup = <Body>(
  params: typeof changeableGroupParams,
  present: PresentRow<GroupDetail, Body>,
  getGroup: Endpoint,
) =>
  endpoint({
    access: { group: "admin_group" },
    reproduction: { by: getGroup },
    params: { ...idParam, ...params },
    rules: { atLeastOneOf: Object.entries(params).flatMap(([name, { sentAs = [name] }]) => sentAs) },
    response: one(present),
    async handle(call) {
      const { actor, group } = await withGroup(call);
      const outcome = await update(verbContext(call, actor), group, call.params);
      return respond(outcome, {
        ...refusals,
        updated: (detail) => present(detail, call),
        gone: () => notFound("Group"),
      });
    },
  });
