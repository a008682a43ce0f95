// Writes down what a repository tells through its outbox: once, however often it is told.
import type { Database } from "../../db/database.ts";
import { deleteReleasesBefore } from "../../db/queries/releases.ts";
import {
  forgetPendingCopy,
  insertEventsOfPushes,
  insertPushes,
  setDefaultBranch,
  touchPushed,
} from "../../db/queries/repositories.ts";
import type { OutboxEntry, PushEvent } from "../../git/repository/outbox.ts";
import type { DomainEvent } from "../events.ts";

interface ToldPush extends PushEvent {
  readonly entryId: number;
}

const pushed: DomainEvent["kind"] = "pushed";

/** In their order. Nothing is written for a project that is gone. */
export async function recordRepositoryEvents(
  db: Database,
  projectId: number,
  entries: readonly OutboxEntry[],
): Promise<void> {
  let pushes: ToldPush[] = [];
  for (const { id, event } of entries) {
    if (event.kind === "push") {
      pushes.push({ ...event, entryId: id });
      continue;
    }
    await recordPushes(db, projectId, pushes);
    pushes = [];
    const copied = event.kind === "copied" ? [forgetPendingCopy(projectId)] : [];
    await db.batch(setDefaultBranch(projectId, event.defaultBranch), ...copied);
  }
  await recordPushes(db, projectId, pushes);
}

/** A push of many refs is one batch; where some of it was written before, what is left is found one by one. */
async function recordPushes(db: Database, projectId: number, pushes: readonly ToldPush[]): Promise<void> {
  const last = pushes.at(-1);
  if (last === undefined) return;
  const { violated } = await db.attempt(
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
    insertEventsOfPushes(
      pushed,
      projectId,
      pushes.map(({ entryId }) => entryId),
    ),
    deleteReleasesBefore(projectId, pushes.flatMap(endedRelease)),
  );
  if (violated === undefined || violated === "foreign_key") return;
  if (violated !== "pushes_key") throw new Error(`A push was refused by ${violated}, which is not about pushes.`);
  if (pushes.length > 1) for (const push of pushes) await recordPushes(db, projectId, [push]);
}

const TAGS = "refs/tags/";

/** The notes of a release go with its tag, and a new tag of that name begins without any. */
function endedRelease({ ref, before, after, at }: PushEvent): { tag: string; at: string }[] {
  const isMoved = before !== null && after !== null;
  return isMoved || !ref.startsWith(TAGS) ? [] : [{ tag: ref.slice(TAGS.length), at }];
}
