// Single projects: lookups and writes, with stars, shares and fork links.
import { and, eq, type SQL, sql } from "drizzle-orm";
import { type ViewerKey, viewerCte } from "../../../permissions/visible.ts";
import { forkLinks, projectGroupLinks, projectMembers, projects, stars } from "../../schema/index.ts";
import { build, execute, type Statement, select, statement } from "../../statement.ts";
import { changesRow } from "../records/column-changes.ts";
import { selectWithViewer, type WithViewer } from "../viewer/with-viewer.ts";
import {
  foundProjectColumns,
  foundProjectCtes,
  namedProjectId,
  type ProjectKey,
  type ProjectRow,
  projectJoins,
} from "./row.ts";

export type NewProject = typeof projects.$inferInsert;
export type ProjectChanges = Partial<NewProject>;

const findTemplate = selectWithViewer(
  [viewerCte, ...foundProjectCtes],
  foundProjectColumns,
  sql`from viewer left join found left join projects p on p.id = found_id ${projectJoins("left join")}`,
);

/** The viewer and the named project: always one row. */
export const findProject = (viewer: ViewerKey, key: ProjectKey): Statement<WithViewer<ProjectRow>> =>
  findTemplate.with({ ...viewer, ...key });

export const keyOfId = (id: number): ProjectKey => ({ project_id: id, project_namespace: null, project_path: null });

/** The id of the project with this path, for statements after its insert in the same batch. */
export const projectIdAt = (namespaceId: number, path: string) =>
  sql<number>`(select id from projects where namespace_id = ${namespaceId} and lower(path) = lower(${path}))`;

export const insertProject = (project: NewProject): Statement<{ id: number }> =>
  statement(build.insert(projects).values(project).returning({ id: projects.id }));

export const updateProject = (id: number, changes: ProjectChanges): Statement =>
  statement(build.update(projects).set(changes).where(eq(projects.id, id)));

export const changesProject = (id: number, changes: ProjectChanges): SQL => changesRow(projects, id, changes);

export const isProject = (id: number): SQL => sql`exists (select 1 from projects where id = ${id})`;

/** True for a fork, direct or indirect, that is more visible than the project. */
export const isLoweredFork = (id: number): SQL =>
  sql`visibility_level > (select visibility_level from projects where id = ${id}) and id in (
    with recursive fork(id) as (
      select p.id from projects p where p.forked_from_id = ${id}
      union select p.id from projects p join fork on p.forked_from_id = fork.id)
    select id from fork)`;

const forkRootTemplate = select(
  { root_id: sql<number>`root_id` },
  sql`from (with recursive up(up_id) as (select ${namedProjectId}
      union select p.forked_from_id from up cross join projects p on p.id = up_id where p.forked_from_id is not null)
    select p.id as root_id from up cross join projects p on p.id = up_id where p.forked_from_id is null)`,
);

/** The project that all of a fork network come from: the same for two projects of one network. */
export const forkRoot = (project: ProjectKey): Statement<{ root_id: number }> => forkRootTemplate.with({ ...project });

/** Lowers the visibility of all forks, direct and indirect, to the project's current level. */
export const lowerForks = (id: number): Statement =>
  execute(sql`update projects set visibility_level = (select visibility_level from projects where id = ${id})
    where ${isLoweredFork(id)}`);

export const deleteProject = (id: number): Statement => statement(build.delete(projects).where(eq(projects.id, id)));

/** Moves a project into a namespace, and lowers its visibility to the namespace's level. */
export const moveProject = (id: number, namespaceId: number, now: string): Statement =>
  execute(sql`update projects set namespace_id = ${namespaceId}, updated_at = ${now},
    visibility_level = min(visibility_level,
      coalesce((select visibility_level from namespaces where id = ${namespaceId}), visibility_level))
    where id = ${id}`);

/** Memberships grant access again after the project has left the member's own namespace. */
export const forgetImpliedMembers = (projectId: number): Statement =>
  statement(build.update(projectMembers).set({ implied: 0 }).where(eq(projectMembers.project_id, projectId)));

/** Violates stars_key if there is one already. */
export const insertStar = (userId: number, projectId: number): Statement =>
  statement(build.insert(stars).values({ user_id: userId, project_id: projectId }));

export const hasStar = (userId: number, projectId: number) =>
  sql`exists (select 1 from stars where user_id = ${userId} and project_id = ${projectId})`;

/** Returns the project id if there was a star. */
export const deleteStar = (userId: number, projectId: number): Statement<{ project_id: number }> =>
  statement(
    build
      .delete(stars)
      .where(and(eq(stars.user_id, userId), eq(stars.project_id, projectId)))
      .returning({ project_id: stars.project_id }),
  );

export type ShareRow = typeof projectGroupLinks.$inferSelect;

export const insertShare = (link: typeof projectGroupLinks.$inferInsert): Statement<ShareRow> =>
  statement(build.insert(projectGroupLinks).values(link).returning());

export const deleteShare = (projectId: number, groupId: number): Statement<{ id: number }> =>
  statement(
    build
      .delete(projectGroupLinks)
      .where(and(eq(projectGroupLinks.project_id, projectId), eq(projectGroupLinks.group_id, groupId)))
      .returning({ id: projectGroupLinks.id }),
  );

export const hasShare = (projectId: number, groupId: number) =>
  sql`exists (select 1 from project_group_links where project_id = ${projectId} and group_id = ${groupId})`;

export const isFork = (id: number) =>
  sql`exists (select 1 from projects where id = ${id} and forked_from_id is not null)`;

/** True if `id` is not a fork yet and `sourceId` exists. */
export const isLinkable = (id: number, sourceId: number) =>
  sql`exists (select 1 from projects p, projects s where p.id = ${id} and p.forked_from_id is null and s.id = ${sourceId})`;

/** Makes a project a fork, unless it is one already or one of the two projects is gone. */
export const linkFork = (id: number, sourceId: number): Statement =>
  execute(sql`update projects set forked_from_id = ${sourceId} where ${isLinkable(id, sourceId)} and id = ${id}`);

export const unlinkFork = (id: number): Statement =>
  execute(sql`update projects set forked_from_id = null where id = ${id} and forked_from_id is not null`);

export type ForkLinkRow = typeof forkLinks.$inferSelect;

/**
 * Inserts the link of a project that has just become a fork. Returns no row if the project is not a fork, or already
 * has a link.
 */
export const insertForkLink = (projectId: number | SQL<number>, now: string): Statement<ForkLinkRow> =>
  execute(sql`insert into fork_links (project_id, source_id, created_at)
    select id, forked_from_id, ${now} from projects where id = ${projectId} and forked_from_id is not null
    on conflict (project_id) do nothing returning id, project_id, source_id, created_at`);

/** Returns the deleted link. */
export const deleteForkLink = (projectId: number): Statement<ForkLinkRow> =>
  statement(build.delete(forkLinks).where(eq(forkLinks.project_id, projectId)).returning());

const takenTemplate = select(
  {
    name_taken: sql<0 | 1>`exists (select 1 from projects where namespace_id = ${sql.placeholder("namespace_id")}
      and name = ${sql.placeholder("name")} and id is not ${sql.placeholder("except")})`,
    path_taken: sql<0 | 1>`exists (select 1 from projects where namespace_id = ${sql.placeholder("namespace_id")}
      and lower(path) = lower(${sql.placeholder("path")}) and id is not ${sql.placeholder("except")})`,
  },
  sql``,
);

/** After a violated constraint: whether another project of the namespace has the name or the path. */
export const findTakenProject = (
  namespaceId: number,
  name: string,
  path: string,
  except: number | null,
): Statement<{ name_taken: 0 | 1; path_taken: 0 | 1 }> =>
  takenTemplate.with({ namespace_id: namespaceId, name, path, except });
