// Changes a user, in every version of the API.

import type { UserRow } from "../../db/queries/users/row.ts";
import { text } from "../../http/coerce.ts";
import { notFound } from "../../http/errors.ts";
import { optional } from "../../http/params.ts";
import { updateUser as update } from "../../services/users/update.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { profileParams, takenRefusals } from "./user-params.ts";
import { refuseForRoot, userIdParam, withUserRecord } from "./with-user-record.ts";

const changeable = {
  email: optional(text),
  password: optional(text),
  name: optional(text),
  username: optional(text),
  ...profileParams,
};

/** @param getUser shows the user again */
export const updatingUser = <Body>(present: PresentRow<UserRow, Body>, getUser: Endpoint) =>
  endpoint({
    access: "admin",
    reproduction: { by: getUser },
    params: { ...userIdParam, ...changeable },
    rules: { atLeastOneOf: Object.keys(changeable) },
    response: one(present, 409),
    async handle(call) {
      const { actor, user } = await withUserRecord(call);
      if (call.params.admin === false) refuseForRoot(user);
      const outcome = await update(verbContext(call, actor), user, call.params);
      return respond(outcome, {
        ...refusals,
        ...takenRefusals,
        updated: (result) => present(result.user, call),
        gone: () => notFound("User"),
      });
    },
  });
