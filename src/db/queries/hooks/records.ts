// Releases, milestones and award emoji, as payloads of hooks show them.
import { sql } from "drizzle-orm";
import { type Statement, select } from "../../statement.ts";
import {
  type AwardDetails,
  awardDetailColumns,
  type MilestoneDetails,
  milestoneDetailColumns,
  type ReleaseDetails,
  releaseDetailColumns,
} from "../events/details.ts";

const releaseTemplate = select(
  releaseDetailColumns,
  sql`from releases r where r.project_id = ${sql.placeholder("project_id")} and r.tag = ${sql.placeholder("tag")}`,
);

export const findHookRelease = (projectId: number, tag: string): Statement<ReleaseDetails> =>
  releaseTemplate.with({ project_id: projectId, tag });

const milestoneTemplate = select(milestoneDetailColumns, sql`from milestones m where m.id = ${sql.placeholder("id")}`);

export const findHookMilestone = (id: number): Statement<MilestoneDetails> => milestoneTemplate.with({ id });

const awardTemplate = select(awardDetailColumns, sql`from award_emoji e where e.id = ${sql.placeholder("id")}`);

export const findHookAward = (id: number): Statement<AwardDetails> => awardTemplate.with({ id });
