// Events of access requests.
import type { MemberSource } from "../../db/queries/members/members.ts";
import type { DomainEvent } from "../../events/events.ts";

/** A withdrawn request is recorded as denied by its own user. */
export const accessRequestEvent = (
  verb: "requested" | "request_denied",
  { kind, id }: MemberSource,
  userId: number,
): DomainEvent =>
  kind === "group"
    ? { kind: `access_${verb}`, namespace_id: id, target_id: userId }
    : { kind: `access_${verb}`, project_id: id, target_id: userId };
