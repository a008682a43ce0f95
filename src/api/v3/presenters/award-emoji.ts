// Award emoji.
import type { AwardRow } from "../../../db/queries/noteables/award-emoji.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { personIn } from "../../presenters/people.ts";
import { presentUserBasic } from "./user.ts";

export const presentAward = (award: AwardRow, context: PresenterContext) => ({
  id: award.id,
  name: award.name,
  user: presentUserBasic(personIn(award, "user"), context),
  created_at: award.created_at,
  updated_at: award.updated_at,
  awardable_id: award.target_id,
  awardable_type: award.target_type,
});
