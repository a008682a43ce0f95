// Updates a project's attributes. Its forks are lowered to its visibility.

import { insertColumnEvents } from "../../db/queries/audit-events/columns.ts";
import { insertForksLowered } from "../../db/queries/audit-events/sets.ts";
import {
  changesProject,
  findProject,
  isProject,
  keyOfId,
  lowerForks,
  updateProject as write,
} from "../../db/queries/projects/projects.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import { recordEvent } from "../../events/events.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { type ProjectAttributes, projectColumnsFrom } from "./attributes.ts";
import { formerPath } from "./former-path.ts";
import { projectErrors } from "./refusals.ts";

export type UpdateProjectOutcome =
  | { kind: "updated"; project: ProjectRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "gone" };

export interface ProjectParams extends ProjectAttributes {
  /** Null and the empty text keep the current branch. */
  readonly default_branch?: string | null | undefined;
}

export async function updateProject(
  context: VerbContext,
  project: ProjectRow,
  params: ProjectParams,
): Promise<UpdateProjectOutcome> {
  const { changes, errors } = projectColumnsFrom(params);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const branchErrors = await changeDefaultBranch(context, project, params.default_branch ?? "");
  if (hasErrors(branchErrors)) return { kind: "invalid", errors: branchErrors };
  const { db, viewer, now } = context;
  const hasMoved = project.default_branch !== null && isOtherBranch(project, params.default_branch ?? "");
  const level = changes.visibility_level ?? project.visibility_level;
  const attempt = await db.attempt(
    insertColumnEvents(context, "Project", project.id, changes),
    recordEvent(
      context,
      { kind: "project_updated", project_id: project.id, ...renaming(project, changes.path) },
      hasMoved ? isProject(project.id) : changesProject(project.id, changes),
    ),
    write(project.id, { ...changes, updated_at: now }),
    findProject(viewer, keyOfId(project.id)),
    ...(changes.visibility_level === undefined
      ? []
      : [insertForksLowered(context, project.id), lowerForks(project.id)]),
  );
  if (attempt.violated !== undefined) {
    const { name = project.name, path = project.path } = changes;
    const place = {
      namespaceId: project.namespace_id,
      namespaceLevel: project.namespace_visibility_level,
      name,
      path,
      level,
      except: project.id,
    };
    return { kind: "invalid", errors: await projectErrors(db, attempt.violated, place) };
  }
  const updated = attempt.rows[3][0];
  return updated === undefined || updated.id === null ? { kind: "gone" } : { kind: "updated", project: updated };
}

/** The event's details: the former path, if the path changes. */
const renaming = (project: ProjectRow, path = project.path): { details?: string } =>
  path === project.path ? {} : { details: formerPath(project) };

const isOtherBranch = ({ default_branch }: ProjectRow, branch: string): boolean =>
  branch !== "" && branch !== default_branch;

/** A repository without branches accepts every name, without effect: its first push sets the default branch. */
async function changeDefaultBranch(
  { repositories }: VerbContext,
  project: ProjectRow,
  branch: string,
): Promise<FieldErrors> {
  if (!isOtherBranch(project, branch)) return {};
  const { id, default_branch } = project;
  const known = branch.length > LONGEST_BRANCH ? "" : branch;
  const outcome = await repositories.open(id).run("setDefaultBranch", known);
  if (outcome === "set" || default_branch === null) return {};
  return { base: [`Could not change HEAD: branch '${known}' does not exist`] };
}

/** UTF-16 units. No branch has a longer name, so that a longer text is not sent to the repository. */
const LONGEST_BRANCH = 4096;
