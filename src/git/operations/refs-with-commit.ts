// Finds the branches and tags that contain a commit.
import { cost, unlimited, type Work } from "../budget.ts";
import { knownCommit } from "../history/commit-graph.ts";
import type { Oid } from "../objects/oid.ts";
import { BRANCHES, type Ref, TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { commitOf, resolveCommit } from "../repository/revision.ts";
import { inSlices } from "../slices.ts";

export interface ContainingRef {
  readonly type: "branch" | "tag";
  /** Short name. */
  readonly name: string;
}

const folders = { branch: BRANCHES, tag: TAGS } as const;

/** Branches, then tags, by name. Null for an unknown revision. */
export async function refsWithCommit(
  repository: Repository,
  revision: string,
  types: readonly ContainingRef["type"][],
): Promise<ContainingRef[] | null> {
  const oid = resolveCommit(repository, revision);
  return oid === null ? null : await inSlices(containing(repository, oid, types));
}

/** Reads each commit once: children come after their parents in the order of ids. */
function* containing(repository: Repository, oid: Oid, types: readonly ContainingRef["type"][]): Work<ContainingRef[]> {
  const { commits, refs } = repository;
  const { id } = knownCommit(commits, oid);
  const budget = unlimited();
  const tips = types.flatMap((type) =>
    refs
      .list(folders[type])
      .map((ref) => ({ type, name: ref.name.slice(folders[type].length), tip: tipOf(repository, ref) })),
  );
  const parents = new Map<number, readonly number[]>();
  const queue = tips.flatMap(({ tip }) => tip ?? []);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next <= id || parents.has(next)) continue;
    const above = commits.get(next).parents;
    parents.set(next, above);
    queue.push(...above);
    budget.spend(cost.commit);
    if (budget.endsSlice()) yield;
  }
  const descendants = new Set([id]);
  for (const one of [...parents.keys()].sort((a, b) => a - b)) {
    if (parents.get(one)?.some((parent) => descendants.has(parent))) descendants.add(one);
  }
  return tips.flatMap(({ type, name, tip }) => (tip !== null && descendants.has(tip) ? [{ type, name }] : []));
}

function tipOf(repository: Repository, ref: Ref): number | null {
  const commit = commitOf(repository, ref);
  return commit === null ? null : knownCommit(repository.commits, commit).id;
}
