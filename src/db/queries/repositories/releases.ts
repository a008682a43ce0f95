// Release notes of tags.
import { and, eq, sql } from "drizzle-orm";
import { releases } from "../../schema/index.ts";
import { build, columnsOf, execute, type RowOf, type Statement, select, statement } from "../../statement.ts";
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

export const deleteRelease = (projectId: number, tag: string): Statement =>
  statement(build.delete(releases).where(and(eq(releases.project_id, projectId), eq(releases.tag, tag))));

/** @param ended tags and times, ISO 8601 with milliseconds: releases created later are kept */
export const deleteReleasesBefore = (projectId: number, ended: readonly { tag: string; at: string }[]): Statement =>
  execute(sql`delete from releases where project_id = ${projectId} and exists (
    select 1 from json_each(${JSON.stringify(ended)})
    where value ->> 'tag' = releases.tag and releases.created_at < value ->> 'at')`);
