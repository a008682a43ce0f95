// GET /version
import { endpoint } from "../../endpoint.ts";

/** The GitLab version whose behaviour the API has. */
const VERSION = "8.16.0";

export const getVersion = endpoint({
  access: "anyone",
  params: {},
  handle: async () => ({ version: VERSION, revision: "tributary" }),
});
