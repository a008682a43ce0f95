// Reads what an edit changed, for the messages about issues and merge requests.
import { type IssuableChanges, readDetails } from "../../db/queries/events/details.ts";
import {
  findHookChanged,
  type HookEventRow,
  type HookIssueRow,
  type HookMergeRequestRow,
} from "../../db/queries/hooks/events.ts";
import { type DescribedChanges, describeChanges, namedIn } from "../payloads/changes.ts";
import type { MessageSources } from "./topic.ts";

/** @param row the issuable as it is now; `confidential` is a column of issues only */
export async function readChanges(
  { db }: MessageSources,
  { changes: json }: HookEventRow,
  action: string,
  row: HookMergeRequestRow | HookIssueRow,
): Promise<DescribedChanges> {
  const isMergeRequest = !("confidential" in row);
  const isPublic = !isMergeRequest && row.confidential === 0;
  const all = readDetails<IssuableChanges>(json) ?? {};
  // An edit of what was confidential then may show secrets.
  const { confidential } = all;
  const changes: IssuableChanges =
    isPublic && all.of_confidential !== undefined ? (confidential === undefined ? {} : { confidential }) : all;
  const { labelIds, userIds } = namedIn(changes);
  const rows = labelIds.length + userIds.length === 0 ? [[]] : await db.batch(findHookChanged(labelIds, userIds));
  return describeChanges(changes, action, rows[0]?.[0], isMergeRequest);
}
