// POST /projects/:id/statuses/:sha

import { oneOf } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import { endpoint } from "../../endpoint.ts";
import { one } from "../../response.ts";
import { reportStatus, statusParams } from "../../statuses/create-status.ts";
import { presentStatus } from "../presenters/status.ts";

export const createStatus = endpoint({
  access: { project: "create_commit_status" },
  params: statusParams(required(oneOf("pending", "running", "success", "failed", "canceled"))),
  response: one(presentStatus),
  handle: (call) => reportStatus(call, null, presentStatus),
});
