// Revokes an award.
import { awardDetails } from "../../db/queries/events/details.ts";
import { type AwardRow, deleteAward, isAward } from "../../db/queries/noteables/award-emoji.ts";
import { recordEvent } from "../../events/events.ts";
import type { VerbContext } from "../verb.ts";

export type RevokeAwardOutcome = { kind: "revoked" } | { kind: "gone" };

export async function revokeAward(
  context: VerbContext,
  projectId: number,
  { id }: Pick<AwardRow, "id">,
): Promise<RevokeAwardOutcome> {
  const details = awardDetails(id);
  const event = { kind: "award_emoji_revoked", project_id: projectId, target_id: id, details } as const;
  const [, deleted] = await context.db.batch(recordEvent(context, event, isAward(id)), deleteAward(id));
  return { kind: deleted.length === 0 ? "gone" : "revoked" };
}
