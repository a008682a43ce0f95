// The issuables that texts refer to, as far as the viewer may see them.

import { type SQL, sql } from "drizzle-orm";
import { readableIssuable, type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import type { Flag } from "../../schema/columns.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import { type Statement, selectWith, type Template } from "../../statement.ts";
import { namedProjectId } from "../projects/row.ts";
import { issuableValues, namedIssuableId } from "./issuable-key.ts";
import { issuableTable } from "./issuables.ts";
import { pathFrom, referredIssuables } from "./references.ts";
import { byType, type EditedIssuable, type IntendedIssuable } from "./snapshots.ts";

/** An issuable that a text refers to. */
export interface ReferredIssuable {
  readonly lookup: "referred_issuable";
  readonly type: IssuableType;
  readonly id: number;
  readonly project_id: number;
  /** The path in a reference from there back to the text's issuable: ``, `project` or `namespace/project`. */
  readonly path_back: string;
  /** True if the viewer may see it. */
  readonly is_visible: Flag;
  /** True if it already has a cross reference note from the text's issuable. */
  readonly is_noted: Flag;
}

/**
 * Placeholder `references`: a JSON array of {namespace, project, iid}; null for the text's own namespace or project.
 * @param source follows `from`: the project `sp` of the text and its namespace `sn`
 * @param isNoted condition: issuable `i` already has the cross reference note
 * @param isItself condition: issuable `i` is the text's own
 */
function referredFrom(
  type: IssuableType,
  { source, isNoted, isItself }: { readonly source: SQL; readonly isNoted: SQL; readonly isItself: SQL },
): Template<ReferredIssuable> {
  return selectWith(
    [viewerCte],
    {
      lookup: sql<"referred_issuable">`'referred_issuable'`,
      type: sql<IssuableType>`'${sql.raw(type)}'`,
      id: sql<number>`i.id`,
      project_id: sql<number>`i.project_id`,
      path_back: pathFrom("sp", "sn", "p"),
      is_visible: sql<Flag>`coalesce(${readableIssuable(type, "i", "p", "n")}, 0)`,
      is_noted: sql<Flag>`${isNoted}`,
    },
    sql`from viewer cross join ${source} ${referredIssuables(type, sql`${sql.placeholder("references")}`)}
      where not ${isItself} order by j.key`,
  );
}

const referredByEdit = (from: IssuableType, type: IssuableType) =>
  referredFrom(type, {
    source: sql`${issuableTable(from)} s on s.id = ${namedIssuableId(from)} cross join projects sp on sp.id = s.project_id
      cross join namespaces sn on sn.id = sp.namespace_id`,
    isNoted: sql`exists (select 1 from notes x where x.cross_reference = 1 and x.target_type = '${sql.raw(type)}' and x.target_id = i.id
      and x.reference_type = '${sql.raw(from)}' and x.reference_id = s.id)`,
    isItself: from === type ? sql`(i.id = s.id)` : sql`0`,
  });

const referred = byType((from) => byType((type) => referredByEdit(from, type)));

const referredByNew = byType((type) =>
  referredFrom(type, {
    source: sql`projects sp on sp.id = ${namedProjectId} cross join namespaces sn on sn.id = sp.namespace_id`,
    isNoted: sql`0`,
    isItself: sql`0`,
  }),
);

/** @param references JSON array of {namespace, project, iid}; null for the text's own namespace or project */
export function findReferredIssuables(
  viewer: ViewerKey,
  issuable: EditedIssuable | IntendedIssuable,
  type: IssuableType,
  references: string,
): Statement<ReferredIssuable> {
  if ("id" in issuable) {
    return referred[issuable.type][type].with({ ...viewer, ...issuableValues(issuable.id), references });
  }
  return referredByNew[type].with({ ...viewer, ...issuable.project, references });
}
