// GET /user

import { findCurrentUser } from "../../../db/queries/users/users.ts";
import { unauthorized } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";
import { withViewerRow } from "../../require.ts";
import { one } from "../../response.ts";
import { presentUserPublic } from "../presenters/user.ts";

export const getCurrentUser = endpoint({
  access: "user",
  readUser: true,
  params: {},
  response: one(presentUserPublic),
  async handle(call) {
    const { viewerRow } = await withViewerRow(call, findCurrentUser(call.viewer));
    if (viewerRow.id === null) throw unauthorized();
    return presentUserPublic(viewerRow, call);
  },
});
