// Release notes of tags.
import { and, eq, type SQL, sql } from "drizzle-orm";
import { releases } from "../../schema/index.ts";
import { build, columnsOf, execute, type RowOf, type Statement, select, statement } from "../../statement.ts";
import { releaseDetails } from "../events/details.ts";
import { hookedCouriers } from "../events/events.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";

const releaseColumns = columnsOf(releases, "r");

export type ReleaseRow = RowOf<typeof releaseColumns>;

const listTemplate = select(releaseColumns, sql`from releases r where r.project_id = ${namedProjectId}`);

/** May include releases of deleted tags. */
export const listReleases = (project: ProjectKey): Statement<ReleaseRow> => listTemplate.with({ ...project });

const findTemplate = select(
  releaseColumns,
  sql`from releases r where r.project_id = ${namedProjectId} and r.tag = ${sql.placeholder("tag")}`,
);

export const findRelease = (project: ProjectKey, tag: string): Statement<ReleaseRow> =>
  findTemplate.with({ ...project, tag });

export const isRelease = (projectId: number, tag: string): SQL =>
  sql`exists (select 1 from releases where project_id = ${projectId} and tag = ${tag})`;

export type NewRelease = Omit<typeof releases.$inferInsert, "updated_at">;

/** Violates releases_key if the tag has one already, foreign_key if the project is gone. */
export const insertRelease = (release: NewRelease): Statement<ReleaseRow> =>
  statement(
    build
      .insert(releases)
      .values({ ...release, updated_at: release.created_at })
      .returning(),
  );

/** What an edit changes; undefined is left as it is. */
export type ReleaseChanges = Partial<Pick<NewRelease, "description" | "name" | "released_at">>;

/** Returns the release if it exists. */
export const updateRelease = (
  projectId: number,
  tag: string,
  changes: ReleaseChanges,
  now: string,
): Statement<ReleaseRow> =>
  statement(
    build
      .update(releases)
      .set({ ...changes, updated_at: now })
      .where(and(eq(releases.project_id, projectId), eq(releases.tag, tag)))
      .returning(),
  );

/** The tag of a release that ends. */
export interface EndedTag {
  readonly tag: string;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  readonly userId: number;
  /** Ends releases that were created before this time; without it, all. */
  readonly before?: string;
}

/**
 * Two statements: an event for each of the releases, with details, and their deletion.
 *
 * @param ended tags with different names
 */
export function deleteReleasesOf(projectId: number, ended: readonly EndedTag[]): Statement[] {
  const tags = JSON.stringify(ended);
  const isEnded = sql`r.project_id = ${projectId} and r.tag = j.value ->> 'tag' and r.created_at < coalesce(j.value ->> 'before', '9')`;
  return [
    {
      ...execute(sql`insert into events (kind, actor_id, namespace_id, project_id, details, created_at)
        select 'release_deleted', j.value ->> 'userId', p.namespace_id, p.id, ${releaseDetails}, j.value ->> 'at'
        from json_each(${tags}) j cross join releases r cross join projects p on p.id = r.project_id
        where ${isEnded} returning ${hookedCouriers}`),
      returnsCouriers: true,
    },
    execute(sql`delete from releases as r where exists (select 1 from json_each(${tags}) j where ${isEnded})`),
  ];
}
