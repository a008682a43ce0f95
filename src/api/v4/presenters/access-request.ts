// Requests for access to a group or a project.
import type { AccessRequestRow } from "../../../db/queries/members/access-requests.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentUserBasic } from "./user.ts";

/** `id` is that of the user. */
export const presentAccessRequest = (request: AccessRequestRow, context: PresenterContext) => ({
  ...presentUserBasic(request, context),
  requested_at: request.requested_at,
});
