// Single groups: lookups, their projects, and writes.
import { and, eq, type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte, visibleProject } from "../../../permissions/visible.ts";
import { groupMembers, namespaces } from "../../schema/index.ts";
import { build, type Statement, selectWith, statement } from "../../statement.ts";
import { type ProjectRow, projectColumns, projectJoins } from "../projects/row.ts";
import { changesRow } from "../records/column-changes.ts";
import { selectWithViewer, type WithViewer } from "../viewer/with-viewer.ts";
import { foundGroupCte, type GroupKey, type GroupRow, groupColumns, namedGroupCte } from "./row.ts";

export type NewGroup = typeof namespaces.$inferInsert;
export type GroupChanges = Partial<NewGroup>;

const findTemplate = selectWithViewer(
  [viewerCte, foundGroupCte],
  groupColumns,
  sql`from viewer left join found_group left join namespaces g on g.id = found_group_id`,
);

/** The viewer and the named group: always one row. */
export const findGroup = (viewer: ViewerKey, key: GroupKey): Statement<WithViewer<GroupRow>> =>
  findTemplate.with({ ...viewer, ...key });

const projectsTemplate = selectWith(
  [viewerCte, namedGroupCte],
  projectColumns,
  sql`from viewer cross join named_group cross join projects p ${projectJoins("join")}
    where p.namespace_id = named_group_id and (sees_all or ${visibleProject("p", "n")}) order by p.id`,
);

/** All projects of the named group that the viewer may see, archived ones included. */
export const listProjectsOfGroup = (viewer: ViewerKey, key: GroupKey): Statement<ProjectRow> =>
  projectsTemplate.with({ ...viewer, ...key });

const sharedTemplate = selectWith(
  [viewerCte, namedGroupCte],
  projectColumns,
  sql`from viewer cross join named_group cross join project_group_links gl on gl.group_id = named_group_id
      and (gl.expires_at is null or gl.expires_at >= viewer_today)
    cross join projects p on p.id = gl.project_id ${projectJoins("join")}
    where ${visibleProject("p", "n")} order by p.id`,
);

/** All projects shared with the named group that the viewer may see. */
export const listProjectsSharedWithGroup = (viewer: ViewerKey, key: GroupKey): Statement<ProjectRow> =>
  sharedTemplate.with({ ...viewer, ...key });

export const insertGroup = (group: Omit<NewGroup, "kind">): Statement =>
  statement(build.insert(namespaces).values({ ...group, kind: "group" }));

/** The id of the namespace with this path, for statements after its insert in the same batch. */
export const namespaceIdAt = (path: string) =>
  sql<number>`(select id from namespaces where lower(path) = lower(${path}))`;

export const insertFirstOwner = (groupPath: string, userId: number, now: string): Statement =>
  statement(
    build.insert(groupMembers).values({
      group_id: namespaceIdAt(groupPath),
      user_id: userId,
      access_level: 50,
      created_at: now,
    }),
  );

export const updateGroup = (id: number, changes: GroupChanges): Statement =>
  statement(build.update(namespaces).set(changes).where(eq(namespaces.id, id)));

export const changesGroup = (id: number, changes: GroupChanges): SQL => changesRow(namespaces, id, changes);

export const isGroup = (id: number): SQL => sql`exists (select 1 from namespaces where id = ${id} and kind = 'group')`;

export const deleteGroup = (id: number): Statement<{ id: number }> =>
  statement(
    build
      .delete(namespaces)
      .where(and(eq(namespaces.id, id), eq(namespaces.kind, "group")))
      .returning({ id: namespaces.id }),
  );

const takenTemplate = selectWith(
  [sql`wanted as (select ${sql.placeholder("name")} as wanted_name, ${sql.placeholder("path")} as wanted_path)`],
  {
    name_taken: sql<
      0 | 1
    >`exists (select 1 from namespaces where name = wanted_name and id is not ${sql.placeholder("except")})`,
    path_taken: sql<0 | 1>`exists (select 1 from namespaces where lower(path) = lower(wanted_path)
      and id is not ${sql.placeholder("except")})`,
  },
  sql`from wanted`,
);

/** After a violated constraint: whether another namespace has the name or the path. */
export const findTakenNamespace = (
  name: string,
  path: string,
  except: number | null,
): Statement<{ name_taken: 0 | 1; path_taken: 0 | 1 }> => takenTemplate.with({ name, path, except });
