// Forks a project into a namespace, with the lower visibility of source and namespace. The repository is copied in the
// background.
import type { NamespaceRow } from "../../db/queries/groups/namespaces.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import type { VisibilityLevel } from "../../db/schema/namespaces.ts";
import type { VerbContext } from "../verb.ts";
import { type CreateProjectOutcome, insertNewProject, newProject } from "./create.ts";

export async function forkProject(
  context: VerbContext,
  source: ProjectRow,
  namespace: Pick<NamespaceRow, "id" | "path" | "kind" | "visibility_level">,
): Promise<CreateProjectOutcome> {
  const outcome = await insertNewProject(context, namespace, {
    ...newProject(context, namespace.id, context.actorId),
    name: source.name,
    path: source.path,
    description: source.description,
    default_branch: source.default_branch,
    forked_from_id: source.id,
    visibility_level: lower(source.visibility_level, namespace.visibility_level),
  });
  if (outcome.kind === "created") await context.repositories.openNew(outcome.project.id).begin();
  return outcome;
}

const lower = (a: VisibilityLevel, b: VisibilityLevel): VisibilityLevel => (a < b ? a : b);
