// POST /session, GitLab's sign-in by password. It always refuses: passwords are not stored.

import { unauthorized } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";
import { empty } from "../../response.ts";

export const createSession = endpoint({
  access: "anyone",
  params: {},
  response: empty(401),
  handle: async () => {
    throw unauthorized();
  },
});
