// Creates a milestone with the project's next iid.
import {
  insertMilestone,
  type MilestoneRow,
  newestMilestoneId,
  takeNextMilestoneIid,
} from "../../db/queries/milestones/milestones.ts";
import { recordEvent } from "../../events/events.ts";
import { rowsOf } from "../attempts.ts";
import { TAKEN } from "../names.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { checkMilestone } from "./attributes.ts";

export interface NewMilestoneParams {
  readonly title: string;
  readonly description: string | null;
  /** `YYYY-MM-DD` */
  readonly due_date: string | null;
  /** `YYYY-MM-DD` */
  readonly start_date: string | null;
}

export type CreateMilestoneOutcome =
  | { kind: "created"; milestone: MilestoneRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "project_gone" };

export async function createMilestone(
  context: VerbContext,
  projectId: number,
  params: NewMilestoneParams,
): Promise<CreateMilestoneOutcome> {
  const milestone = { ...params, title: params.title.trim() };
  const errors = checkMilestone(milestone);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const { db, now } = context;
  const event = { kind: "milestone_created", project_id: projectId, target_id: newestMilestoneId(projectId) } as const;
  const attempt = await db.attempt(
    takeNextMilestoneIid(projectId, now),
    insertMilestone({ ...milestone, project_id: projectId, created_at: now }),
    recordEvent(context, event),
  );
  if (attempt.violated === "milestones_title_key") return { kind: "invalid", errors: { title: [TAKEN] } };
  const created = rowsOf(attempt)?.[1][0];
  return created === undefined ? { kind: "project_gone" } : { kind: "created", milestone: created };
}
