// Finds what a client lacks of what it asks for.
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

/** What a client asks for and what it has. */
export interface Lack {
  readonly wants: readonly Want[];
  /** What both have. */
  readonly common: readonly GraphCommit[];
  readonly shallowness: Shallowness;
  /** Annotated tags on what is sent are sent, too. */
  readonly includeTag: boolean;
}

/** Of a commit's parents, or of what stands in for them, so many are compared with it. */
const MOST_COMPARED = 4;

/**
 * Reads little more than what was changed in the commits that are missing. Parents come before their children: what is
 * as it was in a parent has been sent with it, or is the client's.
 */
export function* missingObjects(repository: Repository, lack: Lack, budget = unlimited()): Work<ObjectWalk> {
  const walk = new ObjectWalk(repository.objects, budget);
  const known = knownTrees(lack);
  const missing = yield* missingIds(repository.commits, lack, budget);
  for (const { commit, compared } of missingCommits(repository, lack, missing)) {
    walk.send(commit.oid);
    yield* walk.sendTree(commit.tree, compared.length > 0 ? compared : known);
    budget.spend(cost.commit);
    if (budget.endsSlice()) yield;
  }
  for (const want of lack.wants) if (want.type !== "commit") yield* sendWanted(walk, want, known);
  if (lack.includeTag) sendTagsOnSent(repository, walk);
  return walk;
}

/** What commits without parents are compared with: the newest of what the client has. */
function knownTrees({ common, shallowness }: Lack): OtherTree[] {
  const commits = [...shallowness.unshallowed, ...common].sort((one, other) => other.id - one.id);
  return commits.slice(0, MOST_COMPARED).map(({ tree }) => ({ oid: tree, isKnown: true }));
}

interface MissingCommit {
  readonly commit: GraphCommit;
  /** Its parents' trees. */
  readonly compared: readonly OtherTree[];
}

/** Parents first. */
function* missingCommits({ commits }: Repository, lack: Lack, missing: MissingIds): Generator<MissingCommit> {
  const graph = cut(commits, lack.shallowness.after);
  for (const [index, id] of missing.ids.entries()) {
    // reading goes downwards in blocks: from the top of the next one on
    if (index % AT_ONCE === 0) graph.get(missing.ids[Math.min(index + AT_ONCE, missing.ids.length) - 1] ?? id);
    const commit = graph.get(id);
    const compared = commit.parents
      .slice(0, MOST_COMPARED)
      .map((parent) => ({ oid: commits.get(parent).tree, isKnown: !missing.has(parent) }));
    yield { commit, compared };
  }
}

/** Of commits that are read upwards. */
const AT_ONCE = 64;

interface MissingIds {
  /** In ascending order. */
  readonly ids: readonly number[];
  has(id: number): boolean;
}

function* missingIds(commits: CommitGraph, lack: Lack, budget: Budget): Work<MissingIds> {
  const { before, after, unshallowed } = lack.shallowness;
  const had = new Ancestors(
    cut(commits, before),
    lack.common.map(({ oid }) => oid),
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
  for (const { commit } of lack.wants) if (commit !== null) yield* meet(commit.id);
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
