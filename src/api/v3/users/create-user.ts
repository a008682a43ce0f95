// POST /users

import { boolean, text } from "../../../http/coerce.ts";
import { optional, required } from "../../../http/params.ts";
import { createUser as create } from "../../../services/users/create.ts";
import { endpoint } from "../../endpoint.ts";
import { refusals } from "../../refusals.ts";
import { withUser } from "../../require.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentUserPublic } from "../presenters/user.ts";
import { getUser } from "./get-user.ts";
import { profileParams, takenRefusals } from "./user-params.ts";

export const createUser = endpoint({
  access: "admin",
  reproduction: { by: getUser, idParam: "id" },
  params: {
    email: required(text),
    password: optional(text),
    reset_password: optional(boolean),
    name: required(text),
    username: required(text),
    ...profileParams,
  },
  rules: { atLeastOneOf: ["password", "reset_password"] },
  response: one(presentUserPublic, 409),
  async handle(call) {
    const { actor } = await withUser(call);
    const { email, name, username, ...rest } = call.params;
    const outcome = await create(verbContext(call, actor), {
      ...rest,
      email: email ?? "",
      name: name ?? "",
      username: username ?? "",
    });
    return respond(outcome, {
      ...refusals,
      ...takenRefusals,
      created: ({ user }) => presentUserPublic(user, call),
    });
  },
});
