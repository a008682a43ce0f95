// How a repository reaches the others of this server, such as the fork a merge request comes from.
import type { Oid } from "../objects/oid.ts";

export interface OtherRepository {
  /** As operations/merge-requests/proposal.ts; null when there is no such branch. */
  branchTip(branch: string): Promise<Oid | null>;
  /** As operations/merge-requests/pack-for.ts. */
  packFor(wants: readonly Oid[], haves: readonly Oid[]): Promise<ReadableStream<Uint8Array>>;
}

export interface OtherRepositories {
  /** Null for a project that is gone. */
  find(projectId: number): Promise<OtherRepository | null>;
}

/** For a repository by itself. */
export const noOthers: OtherRepositories = { find: () => Promise.resolve(null) };
