// POST /session, GitLab's sign-in by password. It always refuses: passwords are not stored.
import { unauthorized } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";

export const createSession = endpoint({
  access: "anyone",
  params: {},
  handle: async () => {
    throw unauthorized();
  },
});
