// Loads the content of a git folder into a repository of ours.

import { parseCommitLinks } from "../../../src/git/objects/commit.ts";
import type { ObjectType } from "../../../src/git/objects/oid.ts";
import { BRANCHES } from "../../../src/git/repository/ref-store.ts";
import type { Repository } from "../../../src/git/repository/repository.ts";
import { peeled } from "../../../src/git/repository/update-refs.ts";
import { openRepository } from "../../support/node-storage.ts";
import type { GitFolder } from "../git-folder.ts";
import { reachableObjects } from "../random-history.ts";

/** With all refs and the folder's HEAD. */
export function loadRepository(folder: GitFolder): Repository {
  const repository = openRepository();
  const { objects, commits, refs } = repository;
  const linesOf = (...args: string[]) => folder.git(args).toString().split("\n").filter(Boolean);
  for (const [oid, object] of reachableObjects(folder)) {
    const space = object.indexOf(" ");
    const added = objects.add(typeOf(object.slice(0, space)), Buffer.from(object.slice(space + 1), "latin1"));
    if (added !== oid) throw new Error(`${oid} became ${added}`);
  }
  for (const oid of linesOf("rev-list", "--all", "--topo-order", "--reverse")) {
    commits.add(oid, parseCommitLinks(objects.read(oid)?.content ?? Buffer.of()));
  }
  for (const line of linesOf("for-each-ref", "--format=%(objectname) %(refname)")) {
    const [oid = "", name = ""] = line.split(" ");
    refs.set({ name, oid, peeled: peeled(repository, oid) });
  }
  const [head = `${BRANCHES}main`] = linesOf("symbolic-ref", "HEAD");
  refs.setHead(head);
  return repository;
}

/** The type as named by `git cat-file`. */
const typeOf = (word: string): ObjectType => word as ObjectType;
