// The columns of a user for presenters.
import { users } from "../../schema/index.ts";
import { columnsOf, type RowOf } from "../../statement.ts";

export const userColumns = columnsOf(users, "u");

export type UserRow = RowOf<typeof userColumns>;

/** The ghost user, who becomes the author of a deleted user's records. Not listed and not editable. */
export const GHOST_ID = 2;
