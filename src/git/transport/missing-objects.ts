// Finds the objects that a client lacks.
import { type Budget, cost, unlimited, type Work } from "../budget.ts";
import { Ancestors } from "../history/ancestors.ts";
import type { CommitGraph, GraphCommit } from "../history/commit-graph.ts";
import { Heap } from "../history/heap.ts";
import type { Oid } from "../objects/oid.ts";
import { TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { CutGraph } from "./cut-graph.ts";
import { ObjectWalk, type OtherTree } from "./object-walk.ts";
import type { Shallowness } from "./shallow.ts";
import { shownRefs } from "./shown-refs.ts";
import type { Want } from "./wants.ts";

/** The wants of a client, and what it has. */
export interface PackScope {
  readonly wants: readonly Want[];
  /** Commits that both sides have. */
  readonly common: readonly GraphCommit[];
  readonly shallowness: Shallowness;
  /** Also send annotated tags on sent objects. */
  readonly includeTag: boolean;
}

/** Number of trees that a commit's tree is compared with. */
const MOST_COMPARED = 4;

/**
 * Reads little more than the changes of the missing commits. Parents come before their children: an object that a
 * parent has, too, has been sent with it, or the client has it.
 */
export function* missingObjects(repository: Repository, scope: PackScope, budget = unlimited()): Work<ObjectWalk> {
  const walk = new ObjectWalk(repository.objects, budget);
  const known = knownTrees(scope);
  const missing = yield* missingIds(repository.commits, scope, budget);
  for (const { commit, compared } of missingCommits(repository, scope, missing)) {
    walk.send(commit.oid);
    yield* walk.sendTree(commit.tree, compared.length > 0 ? compared : known);
    budget.spend(cost.commit);
    if (budget.endsSlice()) yield;
  }
  for (const want of scope.wants) if (want.type !== "commit") yield* sendWanted(walk, want, known);
  if (scope.includeTag) sendTagsOnSent(repository, walk);
  return walk;
}

/** The trees to compare commits without parents with: those of the client's newest commits. */
function knownTrees({ common, shallowness }: PackScope): OtherTree[] {
  const commits = [...shallowness.unshallowed, ...common].sort((one, other) => other.id - one.id);
  return commits.slice(0, MOST_COMPARED).map(({ tree }) => ({ oid: tree, isKnown: true }));
}

interface MissingCommit {
  readonly commit: GraphCommit;
  /** Trees of the parents. */
  readonly compared: readonly OtherTree[];
}

/** Parents first. */
function* missingCommits({ commits }: Repository, scope: PackScope, missing: MissingIds): Generator<MissingCommit> {
  const graph = cut(commits, scope.shallowness.after);
  for (const [index, id] of missing.ids.entries()) {
    // The graph reads blocks towards lower ids, so request the highest id of the next block first.
    if (index % AT_ONCE === 0) graph.get(missing.ids[Math.min(index + AT_ONCE, missing.ids.length) - 1] ?? id);
    const commit = graph.get(id);
    const compared = commit.parents
      .slice(0, MOST_COMPARED)
      .map((parent) => ({ oid: commits.get(parent).tree, isKnown: !missing.has(parent) }));
    yield { commit, compared };
  }
}

/** Block size for ascending reads. */
const AT_ONCE = 64;

interface MissingIds {
  /** Ascending. */
  readonly ids: readonly number[];
  has(id: number): boolean;
}

function* missingIds(commits: CommitGraph, scope: PackScope, budget: Budget): Work<MissingIds> {
  const { before, after, unshallowed } = scope.shallowness;
  const had = new Ancestors(
    cut(commits, before),
    scope.common.map(({ oid }) => oid),
    budget,
  );
  const graph = cut(commits, after);
  const ahead = new Heap<number>((one, other) => one > other);
  const met = new Set<number>();
  function* meet(id: number): Work<void> {
    if (met.has(id) || (yield* had.has(id))) return;
    met.add(id);
    ahead.push(id);
  }
  for (const { commit } of scope.wants) if (commit !== null) yield* meet(commit.id);
  for (const { parents } of unshallowed) for (const parent of parents) yield* meet(parent);
  const ids: number[] = [];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    ids.push(id);
    budget.spend(cost.commit);
    if (budget.endsSlice()) yield;
    for (const parent of graph.get(id).parents) yield* meet(parent);
  }
  return { ids: ids.reverse(), has: (id) => met.has(id) };
}

const cut = (graph: CommitGraph, ends: ReadonlySet<number>): CommitGraph =>
  ends.size === 0 ? graph : new CutGraph(graph, ends);

function* sendWanted(walk: ObjectWalk, { oid, type }: Want, known: readonly OtherTree[]): Work<void> {
  const target = type === "tag" ? walk.sendTag(oid) : { oid, type };
  if (target.type === "tree") yield* walk.sendTree(target.oid, known);
  if (target.type === "blob") walk.send(target.oid);
}

function sendTagsOnSent(repository: Repository, walk: ObjectWalk): void {
  const isSent = (peeled: Oid | null) => peeled !== null && walk.isSent(peeled);
  for (const { name, oid, peeled } of shownRefs(repository)) {
    if (name.startsWith(TAGS) && isSent(peeled)) walk.sendTag(oid);
  }
}
