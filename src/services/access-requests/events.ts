// The events of requests for access.
import type { MemberSource } from "../../db/queries/members/members.ts";
import type { DomainEvent } from "../../events/events.ts";

/** A request that its own user takes back is denied by them. */
export const accessRequestEvent = (
  what: "requested" | "request_denied",
  { kind, id }: MemberSource,
  userId: number,
): DomainEvent =>
  kind === "group"
    ? { kind: `access_${what}`, namespace_id: id, target_id: userId }
    : { kind: `access_${what}`, project_id: id, target_id: userId };
