// GET /projects/:id/merge_requests/:merge_request_id/versions/:version_id

import { integer } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { readVersion } from "../../merge-requests/version-content.ts";
import { one } from "../../response.ts";
import { presentWholeVersion } from "../presenters/merge-request-version.ts";
import { mergeRequestParams } from "./merge-request-params.ts";

export const getVersion = endpoint({
  access: { project: "read_merge_request" },
  params: { ...mergeRequestParams, version_id: required(integer) },
  response: one(presentWholeVersion),
  handle: async (call) => presentWholeVersion(await readVersion(call, call.params.version_id)),
});
