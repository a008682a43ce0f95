// POST /session: GitLab's sign-in by password. No passwords are kept, so none is ever right.
import { endpoint } from "../../http/endpoint.ts";
import { unauthorized } from "../../http/errors.ts";

export const createSession = endpoint({
  access: "anyone",
  params: {},
  handle: async () => {
    throw unauthorized();
  },
});
