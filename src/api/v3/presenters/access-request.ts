// Who asks for access to a group or a project.
import type { AccessRequestRow } from "../../../db/queries/members/access-requests.ts";
import { presentUserBasic } from "./user.ts";

/** `id` is the user's. */
export const presentAccessRequest = (request: AccessRequestRow, baseUrl: string) => ({
  ...presentUserBasic(request, baseUrl),
  requested_at: request.requested_at,
});
