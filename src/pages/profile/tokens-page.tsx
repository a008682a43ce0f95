// GET, POST /-/profile/personal_access_tokens and POST .../:token/revoke
import { createPersonalToken, listPersonalTokens, revokePersonalToken } from "../../api/v3/tokens/personal-tokens.ts";
import { Pages } from "../components/basics.tsx";
import { secretPage } from "../components/secret.tsx";
import { TokenForm, TokenTable, tokenValues } from "../components/tokens.tsx";
import type { Action, Page } from "../page.ts";
import { redirectWith } from "../redirect-with.ts";
import { profileView } from "./profile-place.tsx";

const url = "/-/profile/personal_access_tokens";

export const tokensPage: Page = async (visit) => {
  const listed = await visit.api.list(listPersonalTokens, { page: visit.queryText("page") });
  return profileView(
    visit,
    "Personal access tokens",
    <>
      <p>Programs use them in your name, and you sign in with them. Revoking one also ends its sessions.</p>
      <TokenTable visit={visit} tokens={listed.rows} url={url} />
      <Pages visit={visit} listed={listed} />
      <h2>New token</h2>
      <TokenForm visit={visit} url={url} />
    </>,
  );
};

export const createToken: Action = {
  async submit(visit) {
    const { token, name } = await visit.api.call(createPersonalToken, tokenValues(visit));
    return secretPage({
      title: "The token was created",
      label: name,
      secret: token,
      hint: "Keep it like a password.",
      next: url,
    });
  },
  form: tokensPage,
};

export const revokeToken: Action = {
  async submit(visit) {
    await visit.api.call(revokePersonalToken, { token_id: visit.param("token") });
    return redirectWith(visit, "The token was revoked.", url);
  },
  form: tokensPage,
};
