// The repository from which a fork is copied, reached through its object.
import type { CopySource } from "../git/repository/repository-copy.ts";
import type { RepositoryClient } from "./repositories.ts";

export const forkSource = (source: RepositoryClient, forkId: number): CopySource => ({
  begin: () => source.run("beginCopy", forkId),
  objects: (of, after) => source.run("copyObjects", forkId, of, after),
  packRows: (of, after) => source.run("copyPackRows", forkId, of, after),
  commits: (of, after) => source.run("copyCommits", forkId, of, after),
  end: () => source.run("endCopy", forkId),
});
