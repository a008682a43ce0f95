// How a change of time is told: by a note under the target, and in the stream of events.
import type { SQL } from "drizzle-orm";
import type { TargetKey } from "../../db/queries/noteables/noteables.ts";
import { insertSystemNote } from "../../db/queries/noteables/system-notes.ts";
import type { Statement } from "../../db/statement.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

/** @param when told only if this holds: the statements go before the change they tell of */
export const tellOfTime = (
  context: VerbContext,
  target: TargetKey,
  body: string,
  when: SQL,
): [note: Statement, event: Statement] => [
  insertSystemNote({ target, author_id: context.actorId, body, created_at: context.now }, when),
  recordEvent(context, { kind: updated[target.type], project_id: target.project_id, target_id: target.id }, when),
];

const updated = { Issue: "issue_updated", MergeRequest: "merge_request_updated" } as const;
