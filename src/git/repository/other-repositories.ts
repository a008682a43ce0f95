// Access to other repositories of the server, such as the fork that a merge request comes from.
import type { Oid } from "../objects/oid.ts";

export interface OtherRepository {
  /** See operations/merge-requests/proposal.ts; null when the branch does not exist. */
  branchTip(branch: string): Promise<Oid | null>;
  /** See revision.ts; null for an unknown one. */
  resolveCommit(revision: string): Promise<Oid | null>;
  /** See operations/merge-requests/pack-for.ts. */
  packFor(wants: readonly Oid[], haves: readonly Oid[]): Promise<ReadableStream<Uint8Array>>;
}

export interface OtherRepositories {
  /** Null for a deleted project. */
  find(projectId: number): Promise<OtherRepository | null>;
}

/** For a repository without access to others. */
export const noOthers: OtherRepositories = { find: () => Promise.resolve(null) };
