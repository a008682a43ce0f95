// Deletes packages and their files: first the bytes, so that nothing is left over if the rest does not happen.
import { deletePackage, deletePackageFile } from "../../db/queries/packages/packages.ts";
import type { Statement } from "../../db/statement.ts";
import type { VerbContext } from "../verb.ts";

export type DeleteOutcome = { kind: "deleted" } | { kind: "gone" };

const deleting =
  (remove: (id: number) => Statement<{ id: number }>) =>
  async (
    { db, repositories }: VerbContext,
    projectId: number,
    id: number,
    uploads: readonly string[],
  ): Promise<DeleteOutcome> => {
    await repositories.open(projectId).run("removeUploads", uploads);
    const [deleted] = await db.batch(remove(id));
    return { kind: deleted.length === 0 ? "gone" : "deleted" };
  };

export const removePackage = deleting(deletePackage);
export const removePackageFile = deleting(deletePackageFile);
