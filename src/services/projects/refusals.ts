// Maps violated constraints to GitLab's errors of a project's attributes.
import type { ConstraintName } from "../../db/constraints.ts";
import type { Database } from "../../db/database.ts";
import { findTakenProject } from "../../db/queries/projects/projects.ts";
import type { VisibilityLevel } from "../../db/schema/namespaces.ts";
import { TAKEN } from "../names.ts";
import type { FieldErrors } from "../verb.ts";
import { visibilityName } from "../visibility.ts";

/** The attributes that were refused. */
interface Place {
  readonly namespaceId: number;
  readonly namespaceLevel: VisibilityLevel;
  readonly name: string;
  readonly path: string;
  readonly level: VisibilityLevel;
  /** The project's id; null for a new project. */
  readonly except: number | null;
}

/** Returns errors by attribute. Throws for a constraint that does not concern a project's attributes. */
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
      throw new Error(`Writing a project violated ${violated}, which does not concern projects.`);
  }
}

/** The paths `x` and `x.wiki` exclude each other although neither is taken; that error is reported for the name. */
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
