// Sets HEAD to another branch.
import { BRANCHES } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";

/** @param branch short name, such as `main` */
export function setDefaultBranch({ sql, refs, outbox }: Repository, branch: string): "set" | "no_such_branch" {
  const name = BRANCHES + branch;
  if (refs.get(name) === null) return "no_such_branch";
  if (refs.head === name) return "set";
  sql.transaction(() => {
    refs.setHead(name);
    outbox.add({ kind: "default_branch", defaultBranch: branch });
  });
  return "set";
}
