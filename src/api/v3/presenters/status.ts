// Commit statuses.
import type { StatusRow } from "../../../db/queries/commits/statuses.ts";
import type { PresenterContext } from "../../presenter-context.ts";
import { personIn } from "../../presenters/people.ts";
import { statusFields } from "../../presenters/status.ts";
import { presentUserIfAny } from "./user.ts";

/** The author is null if the user was deleted. */
export const presentStatus = (row: StatusRow, context: PresenterContext) => ({
  ...statusFields(row),
  author: presentUserIfAny(personIn(row, "author"), context),
});
