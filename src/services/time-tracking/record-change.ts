// Records a change of time tracking: a system note and an event.
import type { SQL } from "drizzle-orm";
import type { IssuableKey } from "../../db/queries/issuables/issuables.ts";
import { insertSystemNote } from "../../db/queries/noteables/system-notes.ts";
import type { Statement } from "../../db/statement.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

/** @param when the condition of both statements, which the batch runs before the change itself */
export const recordTimeChange = (
  context: VerbContext,
  issuable: IssuableKey,
  body: string,
  when: SQL,
): [note: Statement, event: Statement] => [
  insertSystemNote({ noteable: issuable, author_id: context.actorId, body, created_at: context.now }, when),
  recordEvent(context, { kind: updated[issuable.type], project_id: issuable.project_id, target_id: issuable.id }, when),
];

const updated = { Issue: "issue_updated", MergeRequest: "merge_request_updated" } as const;
