// Loads the content of a git folder into a repository of ours.

import { parseCommitLinks } from "../../../src/git/objects/commit.ts";
import type { ObjectType } from "../../../src/git/objects/oid.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { peeled } from "../../../src/git/repository/update-refs.ts";
import { openRepository } from "../../support/node-storage.ts";
import type { GitFolder } from "../git-folder.ts";
import { listedObjects } from "../random-history.ts";

/** With all refs and the folder's HEAD. */
export function loadRepository(folder: GitFolder): Repository {
  const repository = openRepository();
  const { objects, commits, refs } = repository;
  repository.sql.transaction(() => {
    // Commits come parents first, before all other objects.
    for (const [oid, object] of listedObjects(folder, ["--all", "--topo-order", "--reverse"])) {
      const space = object.indexOf(" ");
      const type = typeOf(object.slice(0, space));
      const content = Buffer.from(object.slice(space + 1), "latin1");
      const added = objects.add(type, content);
      if (added !== oid) throw new Error(`${oid} became ${added}`);
      if (type === "commit") commits.add(oid, parseCommitLinks(content));
    }
    for (const [name, oid] of folder.tips()) refs.set({ name, oid, peeled: peeled(repository, oid) });
    refs.setHead(folder.head());
  });
  return repository;
}

/** The type as named by `git cat-file`. */
const typeOf = (word: string): ObjectType => word as ObjectType;
