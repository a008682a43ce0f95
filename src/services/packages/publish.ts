// Publishes a file of a generic package: its bytes go to the repository's object, then the database names them.
import {
  findNewestFile,
  insertPackageFile,
  type PackageFileRow,
  type PackageName,
} from "../../db/queries/packages/packages.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import type { PackageStatus } from "../../db/schema/packages.ts";
import { rowOf } from "../attempts.ts";
import { newPackageSecret, uploadName } from "../uploads/name.ts";
import type { VerbContext } from "../verb.ts";

export interface NewFile {
  readonly of: PackageName;
  readonly fileName: string;
  /** Null to keep that of a package that exists. */
  readonly status: PackageStatus | null;
  readonly content: Uint8Array<ArrayBuffer>;
}

export type PublishOutcome =
  | { kind: "published"; file: PackageFileRow }
  /** The project has as many uploads as it may. */
  | { kind: "full" }
  | { kind: "project_gone" };

/** A file of the same name stays, and the new one is downloaded. */
export async function publishFile(
  { db, repositories, actorId, now }: VerbContext,
  projectId: number,
  { of, fileName, status, content }: NewFile,
): Promise<PublishOutcome> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const repository = repositories.open(projectId);
  const named = { secret: newPackageSecret(), name: uploadName(fileName) };
  const origin = { user_id: actorId, created_at: now, isByMember: true };
  const stored = await repository.run("addUpload", named, content, origin);
  if (stored === null) return { kind: "full" };
  const file = { file_name: fileName, upload: stored.secret, size: content.length, sha256 };
  const attempt = await db.change(
    insertPackageFile({ project_id: projectId, of, status, file, creator_id: actorId, created_at: now }),
    findNewestFile(keyOfId(projectId), of, fileName),
  );
  const published = rowOf(attempt);
  return published === undefined ? { kind: "project_gone" } : { kind: "published", file: published };
}
