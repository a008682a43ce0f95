// How a repository reaches the others of this server: a fork's, for what is proposed from it.
import type { RepositoryClient } from "../open.ts";

export type OtherRepository = Pick<RepositoryClient, "run">;

export interface OtherRepositories {
  /** Null for a project that is gone. */
  find(projectId: number): Promise<OtherRepository | null>;
}

/** For a repository by itself. */
export const noOthers: OtherRepositories = { find: () => Promise.resolve(null) };
