// Denies a request for access, or withdraws the actor's own.
import {
  type AccessRequestRow,
  deleteAccessRequest,
  findAccessRequest,
  isWaiting,
} from "../../db/queries/members/access-requests.ts";
import type { MemberSource } from "../../db/queries/members/members.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";
import { accessRequestEvent } from "./events.ts";

export type DenyAccessOutcome = { kind: "denied"; request: AccessRequestRow } | { kind: "no_request" };

export async function denyAccess(
  context: VerbContext,
  source: MemberSource,
  userId: number,
): Promise<DenyAccessOutcome> {
  const [[request]] = await context.db.batch(
    findAccessRequest(source, userId),
    recordEvent(context, accessRequestEvent("request_denied", source, userId), isWaiting(source, userId)),
    recordAudit(context, { kind: "access_request_denied", source, userId }, isWaiting(source, userId)),
    deleteAccessRequest(source, userId),
  );
  return request === undefined ? { kind: "no_request" } : { kind: "denied", request };
}
