// Forks a project into a namespace, with the lower visibility of source and namespace. The repository is copied in the
// background.
import type { NamespaceRow } from "../../db/queries/groups/namespaces.ts";
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import type { VisibilityLevel } from "../../db/schema/namespaces.ts";
import { hasErrors, type VerbContext } from "../verb.ts";
import { projectColumnsFrom } from "./attributes.ts";
import { type CreateProjectOutcome, insertNewProject, newProject } from "./create.ts";

/** What differs from the source. */
export interface ForkAttributes {
  readonly name?: string | null | undefined;
  readonly path?: string | null | undefined;
  readonly description?: string | null | undefined;
  /** At most that of the source and of the namespace. */
  readonly visibility_level?: VisibilityLevel | undefined;
}

export async function forkProject(
  context: VerbContext,
  source: ProjectRow,
  namespace: Pick<NamespaceRow, "id" | "path" | "kind" | "visibility_level">,
  { visibility_level = source.visibility_level, ...given }: ForkAttributes = {},
): Promise<CreateProjectOutcome> {
  const attributes = {
    name: given.name || given.path || source.name,
    path: given.path || source.path,
    description: given.description ?? source.description,
  };
  const { errors } = projectColumnsFrom(attributes);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  const outcome = await insertNewProject(context, namespace, {
    ...newProject(context, namespace.id, context.actorId),
    ...attributes,
    default_branch: source.default_branch,
    forked_from_id: source.id,
    visibility_level: lower(visibility_level, lower(source.visibility_level, namespace.visibility_level)),
  });
  if (outcome.kind === "created") await context.repositories.openNew(outcome.project.id).begin();
  return outcome;
}

const lower = (a: VisibilityLevel, b: VisibilityLevel): VisibilityLevel => (a < b ? a : b);
