// GET /user
import { findCurrentUser } from "../../../db/queries/users/users.ts";
import { unauthorized } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";
import { withHead } from "../../require.ts";
import { presentUserPublic } from "../presenters/user.ts";

export const getCurrentUser = endpoint({
  access: "user",
  readUser: true,
  params: {},
  async handle(call) {
    const { head } = await withHead(call, findCurrentUser(call.viewer));
    if (head.id === null) throw unauthorized();
    return presentUserPublic(head, call.baseUrl);
  },
});
