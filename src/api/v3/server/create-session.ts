// POST /session: GitLab's sign-in by password. No passwords are kept, so none is ever right.
import { unauthorized } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";

export const createSession = endpoint({
  access: "anyone",
  params: {},
  handle: async () => {
    throw unauthorized();
  },
});
