// Resolves the objects that a client wants, and checks that it may have them.
import { cost, unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import type { GraphCommit } from "../history/commit-graph.ts";
import type { ObjectType, Oid } from "../objects/oid.ts";
import type { Repository } from "../repository/repository.ts";
import { peeled } from "../repository/update-refs.ts";
import { shownRefs } from "./shown-refs.ts";

export interface Want {
  readonly oid: Oid;
  readonly type: ObjectType;
  /** The commit itself, or the commit of a tag; null for other objects. */
  readonly commit: GraphCommit | null;
}

/**
 * Any commit or tag may be requested by id, a tree or a blob only if a ref points to it.
 *
 * @throws GitError for objects that may not be requested or do not exist
 */
export function* findWants(repository: Repository, oids: Iterable<Oid>): Work<Want[]> {
  const budget = unlimited();
  const wants: Want[] = [];
  let tips: ReadonlySet<Oid> | undefined;
  const isTip = (oid: Oid) => {
    tips ??= new Set(shownRefs(repository).map((ref) => ref.oid));
    return tips.has(oid);
  };
  for (const oid of oids) {
    wants.push(findWant(repository, oid, isTip));
    budget.spend(3 * cost.row);
    if (budget.endsSlice()) yield;
  }
  return wants;
}

function findWant(repository: Repository, oid: Oid, isTip: (oid: Oid) => boolean): Want {
  const { commits, objects } = repository;
  const commit = commits.find(oid);
  if (commit !== null) return { oid, type: "commit", commit };
  const type = objects.find(oid)?.type;
  if (type === "tag") return { oid, type, commit: commits.find(peeled(repository, oid) ?? oid) };
  if (type !== undefined && isTip(oid)) return { oid, type, commit: null };
  throw new GitError("protocol", `upload-pack: not our ref ${oid}`);
}

/** The commits among the wants, and the commits of the tags. */
export const commitsOf = (wants: readonly Want[]): GraphCommit[] =>
  wants.flatMap(({ commit }) => (commit === null ? [] : [commit]));
