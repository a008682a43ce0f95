// Award emoji.
import type { AwardRow } from "../../../db/queries/noteables/award-emoji.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { presentUserBasic } from "./user.ts";

export const presentAward = (award: AwardRow, context: PresenterContext) => ({
  id: award.id,
  name: award.name,
  user: presentUserBasic(
    { id: award.user_id, username: award.user_username, name: award.user_name, state: award.user_state },
    context,
  ),
  created_at: award.created_at,
  updated_at: award.updated_at,
  awardable_id: award.target_id,
  awardable_type: award.target_type,
  url: null,
});
