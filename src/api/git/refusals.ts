// Refusals of git requests before they reach a repository. Git shows their texts after `remote: `.
import { MOST_BODY_BYTES } from "../../http/limits.ts";
import { tooLargeText } from "../../http/request-body.ts";

export interface GitRefusal {
  readonly status: 401 | 403 | 404 | 413 | 415;
  readonly text: string;
}

/** On 401 git prompts for a user name and a password, or runs its credential helper. */
export const signIn: GitRefusal = { status: 401, text: "Sign in with an access token as the password." };

export const wrongCredentials: GitRefusal = {
  status: 401,
  text: "The access token is wrong or no longer valid: the password must be a token of scope api.",
};

export const noProject: GitRefusal = {
  status: 404,
  text: "There is no such project, or you are not allowed to see it.",
};

export const noDownload: GitRefusal = { status: 403, text: "You are not allowed to download code from this project." };

export const noPush: GitRefusal = { status: 403, text: "You are not allowed to push code to this project." };

export const archived: GitRefusal = { status: 403, text: "This project is archived: it can be read, not pushed to." };

export const importing: GitRefusal = {
  status: 403,
  text: "The repository of this project is being imported: push to it when that has ended.",
};

export const dumbProtocol: GitRefusal = {
  status: 403,
  text: "Only git's smart HTTP protocol is spoken here: git-upload-pack and git-receive-pack.",
};

export const wrongType: GitRefusal = {
  status: 415,
  text: "The content type is not that of a request to this service.",
};

export const tooLarge: GitRefusal = { status: 413, text: `${tooLargeText(MOST_BODY_BYTES)}. Push less at once.` };

export const refuse = ({ status, text }: GitRefusal): Response =>
  new Response(`${text}\n`, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      ...(status === 401 && { "www-authenticate": 'Basic realm="Tributary"' }),
    },
  });
