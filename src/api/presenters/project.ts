// Projects: what both versions of the API show of their rows.
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import type { UserProfile } from "./people.ts";

export interface ProjectPlace {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  /** The group's name or the user's display name. */
  readonly owner: string;
  readonly namespacePath: string;
}

export const placeOf = (project: ProjectRow): ProjectPlace => ({
  id: project.id,
  name: project.name,
  path: project.path,
  owner: project.owner_name ?? project.namespace_name,
  namespacePath: project.namespace_path,
});

/** The source of a fork; null if it was deleted or is not visible to the viewer. */
export function sourceOf(project: ProjectRow): ProjectPlace | null {
  const { source_id: id, source_name: name, source_path: path } = project;
  const { source_namespace_name: owner, source_namespace_path: namespacePath } = project;
  if (project.source_visible !== 1 || id === null || name === null) return null;
  return path === null || owner === null || namespacePath === null ? null : { id, name, path, owner, namespacePath };
}

/** Only personal projects have an owner. */
export function ownerOf(project: ProjectRow): UserProfile | null {
  const { namespace_owner_id: id, owner_username: username, owner_name: name, owner_state: state } = project;
  return id === null || username === null || name === null || state === null ? null : { id, username, name, state };
}

/** @param json of the column */
export const tagsIn = (json: string): string[] => JSON.parse(json);
