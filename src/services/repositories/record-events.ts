// Records the entries of a repository's outbox in the database. Idempotent.
import type { Database, Rows } from "../../db/database.ts";
import { findBranchLinks } from "../../db/queries/merge-requests/links.ts";
import { findReviewedBranches } from "../../db/queries/merge-requests/pushes.ts";
import { deleteReleasesOf, type EndedTag } from "../../db/queries/repositories/releases.ts";
import {
  endImport,
  forgetPendingCopy,
  insertEventsOfPushes,
  insertPushes,
  setDefaultBranch,
  setStatistics,
  startImport,
  touchPushed,
} from "../../db/queries/repositories/repositories.ts";
import type { Statement } from "../../db/statement.ts";
import { recordProtection } from "../../events/audit-protection.ts";
import type { DomainEvent } from "../../events/events.ts";
import type { ImportEvent, OutboxEntry, PushEvent, RepositoryEvent } from "../../git/repository/outbox.ts";
import { BRANCHES, TAGS } from "../../git/repository/ref-store.ts";
import type { RepositoryStatistics } from "../../git/repository/repository-statistics.ts";
import { refreshAfterPush } from "../merge-requests/after-push.ts";
import { type EventContext, recordMerge, viewerOf } from "../merge-requests/record-merge.ts";
import { linkMessage, MOST_LINKED } from "./branch-links.ts";
import { closeByPush } from "./close-by-push.ts";

/** A push by git whose client waits for a message. */
interface WaitingPush {
  readonly userId: number;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  /** Short names. */
  readonly branches: readonly string[];
  /** `https://host`. */
  readonly server: string;
  /** The lines of the message, once they are known. */
  messages: readonly string[] | null;
}

interface RecordingContext extends EventContext {
  readonly waiting: Iterable<WaitingPush>;
}

interface RecordedPush extends PushEvent {
  readonly entryId: number;
}

const pushed: DomainEvent["kind"] = "pushed";

/**
 * Records entries in order. Writes nothing for a deleted project.
 *
 * @param statistics the repository's statistics after all entries
 */
export async function recordRepositoryEvents(
  context: RecordingContext,
  projectId: number,
  entries: readonly OutboxEntry[],
  statistics: RepositoryStatistics,
): Promise<void> {
  let pushes: RecordedPush[] = [];
  for (const { id, event } of entries) {
    if (event.kind === "push") {
      pushes.push({ ...event, entryId: id });
      continue;
    }
    await recordAndRefresh(context, projectId, pushes, statistics);
    pushes = [];
    await recordOther(context, projectId, { id, event }, statistics);
  }
  await recordAndRefresh(context, projectId, pushes, statistics);
}

interface OtherEntry extends OutboxEntry {
  readonly event: Exclude<RepositoryEvent, PushEvent>;
}

async function recordOther(
  context: EventContext,
  projectId: number,
  { id: entryId, event }: OtherEntry,
  statistics: RepositoryStatistics,
): Promise<void> {
  const { db } = context;
  const statisticsUpdate = setStatistics(projectId, statistics);
  switch (event.kind) {
    case "merged":
      // The next entry is the push of this merge; it writes the statistics.
      return recordMerge(context, projectId, event);
    case "protection":
      await db.batch(recordProtection(projectId, entryId, event));
      return;
    case "default_branch":
      await db.batch(setDefaultBranch(projectId, event.defaultBranch), statisticsUpdate);
      return;
    case "copied":
      await db.batch(setDefaultBranch(projectId, event.defaultBranch), forgetPendingCopy(projectId), statisticsUpdate);
      return;
    case "uploaded":
      await db.batch(statisticsUpdate);
      return;
    case "import":
      await db.batch(...recordImport(projectId, event), statisticsUpdate);
  }
}

function recordImport(projectId: number, event: ImportEvent): Statement[] {
  switch (event.status) {
    case "started":
      return [startImport(projectId)];
    case "finished":
      return endImport(projectId, { import_status: "finished", default_branch: event.defaultBranch });
    case "failed":
      return endImport(projectId, { import_status: "failed", import_error: event.error });
  }
}

/** Few of the pushed branches have merge requests, so one query finds those that do. */
async function recordAndRefresh(
  context: RecordingContext,
  projectId: number,
  pushes: readonly RecordedPush[],
  statistics: RepositoryStatistics,
): Promise<void> {
  if (pushes.length === 0) return;
  const { db } = context;
  const refs = pushes.map(({ ref }) => ref).filter((ref) => ref.startsWith(BRANCHES));
  const names = refs.map((ref) => ref.slice(BRANCHES.length));
  const waiting = [...context.waiting].filter(({ messages }) => messages === null);
  const links = waiting.map(({ userId, at, branches }) =>
    findBranchLinks(viewerOf(userId, at), projectId, branches.slice(0, MOST_LINKED)),
  );
  const reads = [findReviewedBranches(projectId, names), ...links] as const;
  const read = await recordPushes(db, projectId, pushes, statistics, reads);
  if (refs.length === 0) return;
  const [rows, ...linked] = read ?? (await db.batch(...reads));
  for (const [index, push] of waiting.entries()) {
    push.messages = linkMessage(linked[index] ?? [], push.branches.length, push.server);
  }
  const reviewed = new Set(rows.map(({ branch }) => BRANCHES + branch));
  for (const push of pushes) {
    if (reviewed.has(push.ref)) await refreshAfterPush(context, projectId, push);
    // After the merge requests, so that the note of an issue both would close names the merge request.
    await closeByPush(context, projectId, push);
  }
}

/**
 * Writes a push of many refs as one batch. If some were recorded before, each is written on its own.
 *
 * @param reads read what is true afterwards @returns their rows; null if not all was written
 */
async function recordPushes<const Reads extends readonly Statement[]>(
  db: Database,
  projectId: number,
  pushes: readonly RecordedPush[],
  statistics: RepositoryStatistics,
  reads: Reads,
): Promise<Rows<Reads> | null> {
  const last = pushes.at(-1);
  if (last === undefined) return null;
  const ended = new Map(pushes.flatMap(endedTag).map((tag) => [tag.tag, tag]));
  const writes = [
    insertPushes(
      projectId,
      pushes.map(({ entryId, userId, ref, before, after, at }) => ({
        entry_id: entryId,
        actor_id: userId,
        ref,
        before,
        after,
        created_at: at,
      })),
    ),
    touchPushed(projectId, last.defaultBranch, last.at),
    setStatistics(projectId, statistics),
    insertEventsOfPushes(
      pushed,
      projectId,
      pushes.map(({ entryId }) => entryId),
    ),
    ...(ended.size === 0 ? [] : deleteReleasesOf(projectId, [...ended.values()])),
  ];
  const attempt = await db.attemptThenRead(writes, reads);
  const { violated } = attempt;
  if (violated === undefined) return attempt.rows;
  if (violated !== "pushes_key" && violated !== "foreign_key") {
    throw new Error(`Recording a push violated ${violated}, which does not concern pushes.`);
  }
  const isRecorded = violated === "pushes_key" && pushes.length > 1;
  if (isRecorded) for (const push of pushes) await recordPushes(db, projectId, [push], statistics, []);
  return null;
}

/** A release is deleted with its tag. A new tag of the same name starts without a release. */
function endedTag({ ref, before, after, at, userId }: PushEvent): EndedTag[] {
  const isMoved = before !== null && after !== null;
  return isMoved || !ref.startsWith(TAGS) ? [] : [{ tag: ref.slice(TAGS.length), at, userId, before: at }];
}
