// What the references in texts lead to, as far as the viewer may see it.
import { sql } from "drizzle-orm";
import {
  projectLevel,
  readableIssuable,
  readsCodeAt,
  type ViewerKey,
  viewerCte,
  visibleGroup,
  visibleLevel,
} from "../../../permissions/visible.ts";
import type { IssuableType } from "../../schema/issuables.ts";
import { type Statement, selectWith } from "../../statement.ts";
import { issuableTable } from "../issuables/issuables.ts";
import { byType } from "../issuables/snapshots.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";

export interface ReferenceTarget {
  readonly kind: "issue" | "merge_request" | "user" | "group" | "code";
  /** Of the project, the user or the group. */
  readonly path: string;
  /** Of the issuable; the id of the project for `code`; null for others. */
  readonly number: number | null;
  /** The name of a user or a group; empty for `code`. */
  readonly title: string;
}

const columns = {
  kind: sql<ReferenceTarget["kind"]>`target_kind`,
  path: sql<string>`target_path`,
  number: sql<number | null>`target_number`,
  title: sql<string>`target_title`,
};

const issuables = byType((type) =>
  selectWith(
    [viewerCte],
    {
      ...columns,
      kind: type === "Issue" ? sql<"issue">`'issue'` : sql<"merge_request">`'merge_request'`,
      path: sql<string>`n.path || '/' || p.path`,
      number: sql<number>`i.iid`,
      title: sql<string>`i.title`,
    },
    sql`from viewer cross join json_each(${sql.placeholder("names")}) j
      cross join namespaces n on lower(n.path) = lower(json_extract(j.value, '$.namespace'))
      cross join projects p on p.namespace_id = n.id and lower(p.path) = lower(json_extract(j.value, '$.project'))
      cross join ${issuableTable(type)} i on i.project_id = p.id and i.iid = json_extract(j.value, '$.iid')
      where ${readableIssuable(type, "i", "p", "n")}`,
  ),
);

/** @param names JSON array of {namespace, project, iid} */
export const findReferencedIssuables = (
  viewer: ViewerKey,
  type: IssuableType,
  names: string,
): Statement<ReferenceTarget> => issuables[type].with({ ...viewer, names });

const owners = selectWith(
  [
    viewerCte,
    sql`target as materialized (
      select 'user' as target_kind, u.username as target_path, u.name as target_title
        from viewer cross join json_each(${sql.placeholder("names")}) j cross join users u on lower(u.username) = j.value
        where viewer_id is not null
      union all select 'group', t.path, t.name
        from viewer cross join json_each(${sql.placeholder("names")}) j
        cross join namespaces t on lower(t.path) = j.value and t.kind = 'group' where ${visibleGroup("t")})`,
  ],
  { ...columns, number: sql<null>`null` },
  sql`from target`,
);

/**
 * Users and groups. As in the API, only signed-in viewers see users.
 * @param names JSON array in lower case
 */
export const findMentioned = (viewer: ViewerKey, names: string): Statement<ReferenceTarget> =>
  owners.with({ ...viewer, names });

const code = selectWith(
  [viewerCte],
  {
    kind: sql<"code">`'code'`,
    path: sql<string>`n.path || '/' || p.path`,
    number: sql<number>`p.id`,
    title: sql<string>`''`,
  },
  sql`from viewer cross join projects p on p.id = ${namedProjectId} cross join namespaces n on n.id = p.namespace_id
    where ${readsCodeAt(visibleLevel("p.visibility_level"), projectLevel("p", "n"))}`,
);

/** The project, if the viewer may read its code. */
export const findReadableCode = (viewer: ViewerKey, project: ProjectKey): Statement<ReferenceTarget> =>
  code.with({ ...viewer, ...project });
