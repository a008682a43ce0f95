// Creates a project in a namespace. In a personal namespace the creator also becomes a member of the project.

import type { NamespaceRow } from "../../db/queries/groups/namespaces.ts";
import { insertFirstMember } from "../../db/queries/members/members.ts";
import {
  findProject,
  insertForkLink,
  insertProject,
  keyOfId,
  type NewProject,
  projectIdAt,
} from "../../db/queries/projects/projects.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import {
  insertPendingCopy,
  insertPendingImport,
  type PendingImport,
} from "../../db/queries/repositories/repositories.ts";
import { findNamespaceOwner } from "../../db/queries/users/users.ts";
import { recordAudit } from "../../events/audit.ts";
import { recordEvent } from "../../events/events.ts";
import type { AddressRules } from "../../hooks/address.ts";
import { randomText } from "../../permissions/token.ts";
import { pathFromName } from "../names.ts";
import { type FieldErrors, hasErrors, type VerbContext } from "../verb.ts";
import { type ProjectAttributes, projectColumnsFrom } from "./attributes.ts";
import { readImportUrl } from "./import-url.ts";
import { projectErrors } from "./refusals.ts";

export type CreateProjectOutcome =
  | { kind: "created"; project: ProjectRow }
  | { kind: "invalid"; errors: FieldErrors }
  | { kind: "limit_reached"; limit: number }
  | { kind: "gone" };

interface NewAttributes extends ProjectAttributes {
  readonly import_url?: string | null | undefined;
}

/**
 * @param creatorId the creator, who is not the actor if an administrator creates a project for a user
 * @param rules for `import_url`
 */
export async function createProject(
  context: VerbContext,
  namespace: Pick<NamespaceRow, "id" | "path" | "kind" | "visibility_level">,
  creatorId: number,
  attributes: NewAttributes,
  rules: AddressRules,
): Promise<CreateProjectOutcome> {
  const name = attributes.name ?? attributes.path ?? "";
  const path = attributes.path ?? pathFromName(name);
  const { changes, errors } = projectColumnsFrom({ ...attributes, name, path });
  const { pending, errors: urlErrors } = readImportUrl(attributes.import_url, rules);
  const all = { ...errors, ...urlErrors };
  if (hasErrors(all)) return { kind: "invalid", errors: all };
  const outcome = await insertNewProject(
    context,
    namespace,
    {
      ...newProject(context, namespace.id, creatorId),
      ...changes,
      name,
      path,
      ...(pending !== null && { import_status: "scheduled" }),
    },
    pending,
  );
  if (outcome.kind !== "created") return outcome;
  if (pending === null) context.repositories.noteCreated(outcome.project.id);
  else await context.repositories.openNew(outcome.project.id).begin();
  return outcome;
}

/** The columns that every new project starts with. */
export const newProject = (
  { now }: VerbContext,
  namespaceId: number,
  creatorId: number,
): Omit<NewProject, "name" | "path"> => ({
  namespace_id: namespaceId,
  creator_id: creatorId,
  runners_token: randomText(20),
  created_at: now,
  updated_at: now,
  last_activity_at: now,
});

/** Inserts a project with its dependent rows, and returns it as the viewer sees it. */
export async function insertNewProject(
  context: VerbContext,
  namespace: Pick<NamespaceRow, "id" | "path" | "kind" | "visibility_level">,
  project: NewProject,
  pendingImport: PendingImport | null = null,
): Promise<CreateProjectOutcome> {
  const { db, viewer, now } = context;
  const { path, creator_id } = project;
  const membership = insertFirstMember(namespace.id, path, creator_id, now);
  const attempt = await db.attempt(
    insertProject(project),
    membership,
    recordEvent(context, {
      kind: project.forked_from_id == null ? "project_created" : "project_forked",
      project_id: projectIdAt(namespace.id, path),
    }),
    recordAudit(context, {
      kind: "project_created",
      projectId: projectIdAt(namespace.id, path),
      forkedFromId: project.forked_from_id ?? null,
    }),
    // A fork is not imported.
    pendingImport === null
      ? insertPendingCopy(projectIdAt(namespace.id, path))
      : insertPendingImport(projectIdAt(namespace.id, path), pendingImport),
    insertForkLink(projectIdAt(namespace.id, path), now),
    // Last, because the record of an Idempotency-Key takes its id.
    findProject(viewer, { project_id: null, project_namespace: namespace.path, project_path: path }),
  );
  if (attempt.violated === "projects_limit") {
    const [[owner]] = await db.batch(findNamespaceOwner(namespace.id));
    return { kind: "limit_reached", limit: owner?.projects_limit ?? 0 };
  }
  if (attempt.violated !== undefined) {
    const place = {
      namespaceId: namespace.id,
      namespaceLevel: namespace.visibility_level,
      name: project.name,
      path,
      level: project.visibility_level ?? 0,
      except: null,
    };
    return { kind: "invalid", errors: await projectErrors(db, attempt.violated, place) };
  }
  const [[inserted], , , , , , [found]] = attempt.rows;
  if (found !== undefined && found.id !== null) return { kind: "created", project: found };
  // The namespace was renamed after it was read, so that the project exists under another path.
  const [[moved]] = await db.batch(findProject(viewer, keyOfId(inserted?.id ?? 0)));
  return moved === undefined || moved.id === null ? { kind: "gone" } : { kind: "created", project: moved };
}
