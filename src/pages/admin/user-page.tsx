// GET /-/admin/users/:user: one user with their impersonation tokens; and the actions on them.

import { revokeImpersonationToken } from "../../api/tokens/impersonation-tokens.ts";
import { ROOT_ID } from "../../api/users/with-user-record.ts";
import { createImpersonationToken, listImpersonationTokens } from "../../api/v3/tokens/impersonation-tokens.ts";
import { blockUser, unblockUser } from "../../api/v3/users/block-user.ts";
import { deleteUser } from "../../api/v3/users/delete-user.ts";
import { getUser } from "../../api/v3/users/get-user.ts";
import { updateUser } from "../../api/v3/users/update-user.ts";
import { capitalised, Pages, State } from "../components/basics.tsx";
import { DeletionForm, requireConfirmation } from "../components/confirmation.tsx";
import { ActionButton, Button, Form } from "../components/form.tsx";
import { secretPage } from "../components/secret.tsx";
import { TokenForm, TokenTable, tokenValues } from "../components/tokens.tsx";
import { serverPlace } from "../owner-place.tsx";
import type { Action, Page } from "../page.ts";
import { userUrl } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";
import { UserFields, userValues } from "./user-form.tsx";
import { usersUrl } from "./users-page.tsx";

const urlOf = (visit: Visit): string => `${usersUrl}/${visit.param("user")}`;

const idOf = (visit: Visit) => ({ id: visit.param("user") });

export const userPage: Page = async (visit) => {
  const [frame, user] = await Promise.all([serverPlace.frame(visit), visit.api.call(getUser, idOf(visit))]);
  const url = urlOf(visit);
  return frame(
    user.username,
    <section class="narrow">
      <h1>
        {user.name} <State state={user.state} />
      </h1>
      <p class="meta">
        <a href={userUrl(user.username)}>@{user.username}</a>
        <span>Since {user.created_at.slice(0, 10)}</span>
        <a href={`${url}/impersonation_tokens`}>Impersonation tokens</a>
        <a href={`/-/admin/audit_events?entity_type=User&entity_id=${user.id}`}>Audit events</a>
      </p>
      <Form visit={visit} action={url} class="box" label="User">
        <UserFields visit={visit} user={{ ...user, admin: user.is_admin }} />
        <Button kind="primary">Save changes</Button>
      </Form>
      {user.id !== ROOT_ID && <Ending visit={visit} user={user} />}
    </section>,
  );
};

interface Ended {
  readonly username: string;
  readonly state: string;
}

/** The API refuses both for root. */
const Ending = ({ visit, user }: { visit: Visit; user: Ended }) => {
  const verb = user.state === "blocked" ? "unblock" : "block";
  return (
    <>
      <h2>{capitalised(verb)}</h2>
      <p>Blocked users keep what they have, and can neither sign in nor use their tokens.</p>
      <ActionButton visit={visit} action={`${urlOf(visit)}/${verb}`}>
        {capitalised(verb)} this user
      </ActionButton>
      <h2>Delete</h2>
      <p>Their own projects are deleted. What they wrote elsewhere stays, as the ghost user's.</p>
      <DeletionForm visit={visit} action={`${urlOf(visit)}/delete`} expected={user.username} text="Delete this user" />
    </>
  );
};

export const tokensPage: Page = async (visit) => {
  const [frame, user, listed] = await Promise.all([
    serverPlace.frame(visit),
    visit.api.call(getUser, idOf(visit)),
    visit.api.list(listImpersonationTokens, { ...idOf(visit), page: visit.queryText("page") }),
  ]);
  const url = `${urlOf(visit)}/impersonation_tokens`;
  return frame(
    "Impersonation tokens",
    <section>
      <p>
        <a href={urlOf(visit)}>@{user.username}</a>
      </p>
      <h1>Impersonation tokens</h1>
      <p>They act for {user.name}, who does not see them.</p>
      <TokenTable visit={visit} tokens={listed.rows} url={url} />
      <Pages visit={visit} listed={listed} />
      <h2>New token</h2>
      <TokenForm visit={visit} url={url} />
    </section>,
  );
};

const onUser = (submit: Action["submit"]): Action => ({ submit, form: userPage });

export const saveUser = onUser(async (visit) => {
  await visit.api.call(updateUser, { ...idOf(visit), ...userValues(visit) });
  return redirectWith(visit, "The user was saved.", urlOf(visit));
});

export const block = onUser(async (visit) => {
  await visit.api.call(blockUser, idOf(visit));
  return redirectWith(visit, "The user was blocked.", urlOf(visit));
});

export const unblock = onUser(async (visit) => {
  await visit.api.call(unblockUser, idOf(visit));
  return redirectWith(visit, "The user was unblocked.", urlOf(visit));
});

export const removeUser = onUser(async (visit) => {
  const { username } = await visit.api.call(getUser, idOf(visit));
  requireConfirmation(visit, username);
  await visit.api.call(deleteUser, idOf(visit));
  return redirectWith(visit, `${username} was deleted.`, usersUrl);
});

export const createToken: Action = {
  async submit(visit) {
    const values = { ...idOf(visit), ...tokenValues(visit) };
    const { token, name } = await visit.api.call(createImpersonationToken, values);
    return secretPage({
      title: "The token was created",
      label: name,
      secret: token,
      hint: "It acts for the user.",
      next: `${urlOf(visit)}/impersonation_tokens`,
    });
  },
  form: tokensPage,
};

export const revokeToken: Action = {
  async submit(visit) {
    await visit.api.call(revokeImpersonationToken, { ...idOf(visit), token_id: visit.param("token") });
    return redirectWith(visit, "The token was revoked.", `${urlOf(visit)}/impersonation_tokens`);
  },
  form: tokensPage,
};
