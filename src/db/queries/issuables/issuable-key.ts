// How requests name an issue or a merge request: by its id, or by its iid in a project.
import { type SQL, sql } from "drizzle-orm";
import type { IssuableType } from "../../schema/issuables.ts";
import { namedProjectId, type ProjectKey } from "../projects/row.ts";
import { issuableTable } from "./issuables.ts";

/** The number of an issue or a merge request in its project. A class, so that it cannot be confused with an id. */
export class Iid {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A number is a global id. */
export type IdOrIid = number | Iid;

export interface ProjectIid extends ProjectKey {
  readonly iid: number;
}

/** As {@link IdOrIid}, with the project of the iid. */
export type IssuableName = number | ProjectIid;

const idOfIid = (type: IssuableType, projectId: SQL): SQL =>
  sql`(select ki.id from ${issuableTable(type)} ki where ki.project_id = ${projectId}
    and ki.iid = ${sql.placeholder("issuable_iid")})`;

/**
 * The id of the issuable that {@link issuableValues} name; null if there is none. Does not check that the viewer may see
 * it. For an id, SQLite evaluates no subquery.
 * @param projectId SQL for the id of the project, if the statement has it already
 */
export const namedIssuableId = (type: IssuableType, projectId: SQL = namedProjectId): SQL<number | null> =>
  sql`coalesce(${sql.placeholder("issuable_id")}, ${idOfIid(type, projectId)})`;

/** As {@link namedIssuableId}, of the type in the placeholder `target_type`. An id may be that of another target. */
export const namedTargetId: SQL<number | null> = sql`coalesce(${sql.placeholder("issuable_id")},
  case ${sql.placeholder("target_type")} when 'Issue' then ${idOfIid("Issue", namedProjectId)}
    when 'MergeRequest' then ${idOfIid("MergeRequest", namedProjectId)} end)`;

/** Values of the placeholders in {@link namedIssuableId}, those of its project included. */
export const issuableValues = (name: IssuableName) =>
  typeof name === "number"
    ? { issuable_id: name, issuable_iid: null, project_id: null, project_namespace: null, project_path: null }
    : {
        issuable_id: null,
        issuable_iid: name.iid,
        project_id: name.project_id,
        project_namespace: name.project_namespace,
        project_path: name.project_path,
      };
