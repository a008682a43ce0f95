// Messages about milestones.
import { type MilestoneDetails, type MilestoneTransition, readDetails } from "../../db/queries/events/details.ts";
import type { HookEventRow } from "../../db/queries/hooks/events.ts";
import { findHookMilestone } from "../../db/queries/hooks/records.ts";
import { type MilestoneAction, milestonePayload } from "../payloads/milestone.ts";
import { projectTopic } from "./topic.ts";

/** @param actionOf null for an event that hooks do not deliver */
const milestoneTopic = (actionOf: (event: HookEventRow) => MilestoneAction | null) =>
  projectTopic(["milestone_events"], async ({ db, project }, event, milestoneId) => {
    const action = actionOf(event);
    if (action === null) return null;
    const milestone =
      action === "delete"
        ? readDetails<MilestoneDetails>(event.details)
        : (await db.batch(findHookMilestone(milestoneId)))[0][0];
    if (!milestone) return null;
    return {
      event: "Milestone Hook",
      settings: ["milestone_events"],
      payload: milestonePayload(project, milestone, action),
    };
  });

export const milestoneTopics = {
  milestone_created: milestoneTopic(() => "create"),
  milestone_updated: milestoneTopic(({ details }) => readDetails<MilestoneTransition>(details)?.action ?? null),
  milestone_deleted: milestoneTopic(() => "delete"),
};
