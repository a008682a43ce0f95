// Requests access to a group or a project.
import {
  type AccessRequestRow,
  findAccessRequest,
  insertAccessRequest,
  takesRequestOf,
} from "../../db/queries/members/access-requests.ts";
import type { MemberSource } from "../../db/queries/members/members.ts";
import { recordEvent } from "../../events/events.ts";
import type { FieldErrors, VerbContext } from "../verb.ts";
import { accessRequestEvent } from "./events.ts";

export type RequestAccessOutcome =
  | { kind: "requested"; request: AccessRequestRow }
  | { kind: "not_taken" }
  | { kind: "invalid"; errors: FieldErrors };

export async function requestAccess(context: VerbContext, source: MemberSource): Promise<RequestAccessOutcome> {
  const { db, actorId, now } = context;
  const attempt = await db.attempt(
    recordEvent(context, accessRequestEvent("requested", source, actorId), takesRequestOf(source, actorId)),
    insertAccessRequest(source, actorId, now),
    findAccessRequest(source, actorId),
  );
  if (attempt.violated === "access_requests_key") {
    return { kind: "invalid", errors: { user_id: ["already exists in source"] } };
  }
  // The only other violation is a foreign key: the user has just been deleted.
  if (attempt.violated !== undefined) return { kind: "not_taken" };
  const [, [taken], [request]] = attempt.rows;
  return taken === undefined || request === undefined ? { kind: "not_taken" } : { kind: "requested", request };
}
