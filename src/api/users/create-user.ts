// Creates a user, in every version of the API.

import type { UserRow } from "../../db/queries/users/row.ts";
import { boolean, text } from "../../http/coerce.ts";
import { optional, type Param, required } from "../../http/params.ts";
import { createUser as create } from "../../services/users/create.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { withUser } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import { profileParams, takenRefusals } from "./user-params.ts";

export const newUserParams = {
  email: required(text),
  password: optional(text),
  reset_password: optional(boolean),
  name: required(text),
  username: required(text),
  ...profileParams,
};

/** @param passwords parameters, one of which must be given @param getUser shows the created user again */
export const creatingUser = <Body>(
  params: typeof newUserParams & { readonly force_random_password?: Param<boolean | null | undefined> },
  passwords: readonly string[],
  present: PresentRow<UserRow, Body>,
  getUser: Endpoint,
) =>
  endpoint({
    access: "admin",
    reproduction: { by: getUser, idParam: "id" },
    params,
    rules: { atLeastOneOf: passwords },
    response: one(present, 409),
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
        created: ({ user }) => present(user, call),
      });
    },
  });
