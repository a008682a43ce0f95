// GET /version

import { endpoint } from "../../endpoint.ts";
import { one } from "../../response.ts";
import { presentServerVersion } from "../presenters/plain.ts";

/** The GitLab version whose behaviour the API has. */
const VERSION = "8.16.0";

export const getVersion = endpoint({
  access: "anyone",
  params: {},
  response: one(presentServerVersion),
  handle: async () => presentServerVersion(VERSION),
});
