// Creates a token for the signed-in user, in every version of the API.
import { unauthorized } from "../../http/errors.ts";
import { createToken } from "../../services/tokens/create.ts";
import { endpoint } from "../endpoint.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { type Actor, withUser } from "../require.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";
import type { NewToken } from "./new-token.ts";
import { newTokenParams, tokenParamsOf } from "./token-params.ts";

export const own = (actor: Actor) => ({ user_id: actor.viewer_id, impersonation: 0 }) as const;

export const creatingPersonalToken = <Body>(presentNew: PresentRow<NewToken, Body>) =>
  endpoint({
    access: "user",
    params: newTokenParams,
    response: one(presentNew),
    async handle(call) {
      const { actor } = await withUser(call);
      const outcome = await createToken(verbContext(call, actor), own(actor), tokenParamsOf(call.params));
      return respond(outcome, {
        ...refusals,
        created: (created) => presentNew(created, call),
        user_gone: unauthorized,
      });
    },
  });
