// What the database's refusals mean for a project, in GitLab's words.
import type { ConstraintName } from "../../db/constraints.ts";
import type { Database } from "../../db/database.ts";
import { findTakenProject } from "../../db/queries/projects/projects.ts";
import type { VisibilityLevel } from "../../db/schema/namespaces.ts";
import { TAKEN } from "../names.ts";
import type { FieldErrors } from "../verb.ts";
import { visibilityName } from "../visibility.ts";

/** The place a project was refused. */
interface Place {
  readonly namespaceId: number;
  readonly namespaceLevel: VisibilityLevel;
  readonly name: string;
  readonly path: string;
  readonly level: VisibilityLevel;
  /** The project itself, when it exists already. */
  readonly except: number | null;
}

/** The errors by field; throws for a constraint that has nothing to do with a project's attributes. */
export async function projectErrors(db: Database, violated: ConstraintName, place: Place): Promise<FieldErrors> {
  switch (violated) {
    case "project_within_namespace": {
      const message = `${visibilityName(place.level)} is not allowed in a ${visibilityName(place.namespaceLevel)} group.`;
      return { visibility_level: [message] };
    }
    case "fork_within_source": {
      const message = `${visibilityName(place.level)} is not allowed since the fork source project has lower visibility.`;
      return { visibility_level: [message] };
    }
    case "projects_name_key":
    case "projects_path_key":
      return takenProjectErrors(db, place);
    case "foreign_key":
      return { namespace: ["is not valid"] };
    default:
      throw new Error(`A project was refused by ${violated}, which is not about projects.`);
  }
}

/** `x` and `x.wiki` exclude each other without either being taken: that is told of the name. */
export async function takenProjectErrors(
  db: Database,
  { namespaceId, name, path, except }: Pick<Place, "namespaceId" | "name" | "path" | "except">,
): Promise<FieldErrors> {
  const [[taken]] = await db.batch(findTakenProject(namespaceId, name, path, except));
  return {
    ...((taken?.name_taken === 1 || taken?.path_taken !== 1) && { name: [TAKEN] }),
    ...(taken?.path_taken === 1 && { path: [TAKEN] }),
  };
}
