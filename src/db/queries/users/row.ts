// A user as presenters want one.
import { users } from "../../schema/index.ts";
import { columnsOf, type RowOf } from "../../statement.ts";

export const userColumns = columnsOf(users, "u");

export type UserRow = RowOf<typeof userColumns>;

/** What is left of a deleted user's writing belongs to this one. It is no user to list or change. */
export const GHOST_ID = 2;
