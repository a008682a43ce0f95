// Says which of a name and a path was taken, once the database has refused them.
import type { Database } from "../../db/database.ts";
import { findTakenNamespace } from "../../db/queries/groups/groups.ts";
import { TAKEN } from "../names.ts";
import type { FieldErrors } from "../verb.ts";

/** @param except the namespace that may go on holding them */
export async function takenNamespaceErrors(
  db: Database,
  name: string,
  path: string,
  except: number | null,
): Promise<FieldErrors> {
  const [[taken]] = await db.batch(findTakenNamespace(name, path, except));
  return {
    ...(taken?.name_taken === 1 && { name: [TAKEN] }),
    // The holder may be gone again by now: the refusal stands all the same.
    ...((taken?.path_taken === 1 || taken?.name_taken !== 1) && { path: [TAKEN] }),
  };
}
