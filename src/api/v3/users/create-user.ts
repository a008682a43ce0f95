// POST /users
import { boolean, text } from "../../../http/coerce.ts";
import { invalidRecord } from "../../../http/errors.ts";
import { optional, required } from "../../../http/params.ts";
import { createUser as create } from "../../../services/users/create.ts";
import { endpoint } from "../../endpoint.ts";
import { withUser } from "../../require.ts";
import { verbContext } from "../context.ts";
import { presentUserPublic } from "../presenters/user.ts";
import { profileParams, userTaken } from "./user-params.ts";

export const createUser = endpoint({
  access: "admin",
  params: {
    email: required(text),
    password: optional(text),
    reset_password: optional(boolean),
    name: required(text),
    username: required(text),
    ...profileParams,
  },
  rules: { atLeastOneOf: ["password", "reset_password"] },
  async handle(call) {
    const { actor } = await withUser(call);
    const { email, name, username, ...rest } = call.params;
    const outcome = await create(verbContext(call, actor), {
      ...rest,
      email: email ?? "",
      name: name ?? "",
      username: username ?? "",
    });
    switch (outcome.kind) {
      case "created":
        return presentUserPublic(outcome.user, call.baseUrl);
      case "invalid":
        throw invalidRecord(outcome.errors);
      default:
        throw userTaken(outcome);
    }
  },
});
