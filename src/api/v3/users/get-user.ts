// GET /users/:id

import { findUser } from "../../../db/queries/users/users.ts";
import { notFound } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";
import { withViewerRow } from "../../require.ts";
import { one } from "../../response.ts";
import { presentUserFull, presentUserPublic } from "../presenters/user.ts";
import { userIdParam } from "./with-user-record.ts";

export const getUser = endpoint({
  access: "user",
  readUser: true,
  params: userIdParam,
  response: one(presentUserPublic, presentUserFull),
  async handle(call) {
    const { viewerRow } = await withViewerRow(call, findUser(call.viewer, call.params.id ?? 0));
    if (viewerRow.id === null) throw notFound("User");
    const present = viewerRow.viewer_admin === 1 ? presentUserPublic : presentUserFull;
    return present(viewerRow, call);
  },
});
