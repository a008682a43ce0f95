// The changes of state of an issue or a merge request, as its system notes record them.
import { sql } from "drizzle-orm";
import { type RowOf, type Statement, select } from "../../statement.ts";
import { issuableValues } from "../issuables/issuable-key.ts";
import { type NamedNoteable, noteColumns, ofIssuable } from "./notes.ts";

const stateColumns = {
  ...noteColumns,
  state: sql<"closed" | "reopened" | "merged">`case when nt.body like 'closed%' then 'closed' else nt.body end`,
};

export type StateChangeRow = RowOf<typeof stateColumns>;

/** Those who see the issuable see its state: also where a commit or a merge request that they do not see closed it. */
const changes = sql`from notes nt indexed by notes_of_target cross join users u on u.id = nt.author_id
  where ${ofIssuable("nt")} and nt.system = 1
    and (nt.body in ('closed', 'reopened', 'merged') or nt.body like 'closed via %')`;

const list = select(
  stateColumns,
  sql`${changes} order by nt.id limit ${sql.placeholder("limit")} offset ${sql.placeholder("offset")}`,
);

const count = select({ total: sql<number>`count(*)` }, changes);

/** Two statements: the page, oldest first, and the total. */
export function listStateChanges(
  { type, id }: NamedNoteable,
  limit: number,
  offset: number,
): [Statement<StateChangeRow>, Statement<{ total: number }>] {
  const values = { target_type: type, ...issuableValues(id), limit, offset };
  return [list.with(values), count.with(values)];
}
