// Deletes a user, in every version of the API.

import type { UserRow } from "../../db/queries/users/row.ts";
import { conflict } from "../../http/errors.ts";
import { deleteUser as remove } from "../../services/users/delete.ts";
import { endpoint } from "../endpoint.ts";
import type { PresenterContext } from "../presenter-context.ts";
import { respond } from "../respond.ts";
import type { EndpointResponse } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { refuseForRoot, userIdParam, withUserRecord } from "./with-user-record.ts";

/** @param answer the body of the response */
export const deletingUser = <Body>(
  response: EndpointResponse<Body>,
  answer: (user: UserRow, context: PresenterContext) => unknown,
) =>
  endpoint({
    access: "admin",
    params: userIdParam,
    response,
    async handle(call) {
      const { actor, user } = await withUserRecord(call);
      refuseForRoot(user);
      const outcome = await remove(verbContext(call, actor), user.id);
      return respond(outcome, {
        deleted: () => answer(user, call),
        last_owner: () => conflict("User is the only owner of a group"),
      });
    },
  });
