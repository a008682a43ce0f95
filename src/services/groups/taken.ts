// Finds which of a name and a path is taken, after a unique constraint was violated.
import type { Database } from "../../db/database.ts";
import { findTakenNamespace } from "../../db/queries/groups/groups.ts";
import { TAKEN } from "../names.ts";
import type { FieldErrors } from "../verb.ts";

/** @param except id of the namespace being edited */
export async function takenNamespaceErrors(
  db: Database,
  name: string,
  path: string,
  except: number | null,
): Promise<FieldErrors> {
  const [[taken]] = await db.batch(findTakenNamespace(name, path, except));
  return {
    ...(taken?.name_taken === 1 && { name: [TAKEN] }),
    // The namespace that had the path may be gone by now. The write has failed nevertheless, so report the path.
    ...((taken?.path_taken === 1 || taken?.name_taken !== 1) && { path: [TAKEN] }),
  };
}
