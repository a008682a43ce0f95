// The ends of a shallow clone's history, before and after a fetch.
import { type Budget, cost, unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { Ancestors } from "../history/ancestors.ts";
import { type GraphCommit, knownCommit } from "../history/commit-graph.ts";
import { FlaggedWalk } from "../history/flagged-walk.ts";
import { dataPacket } from "../protocol/pkt-line.ts";
import type { Repository } from "../repository/repository.ts";
import { commitOf, resolveCommit } from "../repository/revision.ts";
import type { Deepening, FetchRequest } from "./fetch-request.ts";
import { shownRefs } from "./shown-refs.ts";

/** Git's value for an unlimited depth. */
const INFINITE_DEPTH = 0x7fffffff;

const included = 1;
const excluded = 2;

/** Ids of the client's shallow commits. */
export interface Shallowness {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
  /** Commits that get their parents. */
  readonly unshallowed: readonly GraphCommit[];
  /** Lines for the client: `shallow OID`, `unshallow OID`. */
  readonly packets: readonly Uint8Array[];
}

/** The history that a deepening selects. */
interface Reach {
  /** Commits with their parents. */
  readonly inside: { has(id: number): boolean };
  /** Commits without their parents. */
  readonly ends: ReadonlyMap<number, GraphCommit>;
}

/**
 * @param wants the requested commits, and the commits of requested tags
 * @throws GitError when the request selects no commits
 */
export function* shallowness(
  repository: Repository,
  wants: readonly GraphCommit[],
  { shallows, deepening }: FetchRequest,
): Work<Shallowness> {
  const budget = unlimited();
  const before = new Map<number, GraphCommit>();
  for (const oid of shallows) {
    const commit = repository.commits.find(oid);
    if (commit !== null) before.set(commit.id, commit);
    budget.spend(cost.row);
    if (budget.endsSlice()) yield;
  }
  const kept = new Set(before.keys());
  if (deepening === null) return { before: kept, after: kept, unshallowed: [], packets: [] };
  const { inside, ends } = yield* reach(repository, { wants, before, deepening }, budget);
  const unshallowed = [...before.values()].filter(({ id }) => inside.has(id));
  const added = [...ends.values()].filter(({ id }) => !before.has(id));
  const after = new Set([...kept, ...ends.keys()]);
  for (const { id } of unshallowed) after.delete(id);
  const packets = [
    ...added.map(({ oid }) => dataPacket(`shallow ${oid}`)),
    ...unshallowed.map(({ oid }) => dataPacket(`unshallow ${oid}`)),
  ];
  return { before: kept, after, unshallowed, packets };
}

interface ReachInput {
  readonly wants: readonly GraphCommit[];
  readonly before: ReadonlyMap<number, GraphCommit>;
  readonly deepening: Deepening;
}

function* reach(repository: Repository, { wants, before, deepening }: ReachInput, budget: Budget): Work<Reach> {
  const { depth, isRelative } = deepening;
  if (depth === null) return yield* byRevisions(repository, wants, deepening, budget);
  if (depth >= INFINITE_DEPTH) return { inside: before, ends: new Map() };
  if (!isRelative) return yield* byDepth(repository, wants, depth, budget);
  return yield* byDepth(
    repository,
    yield* reachedByRefs(repository, wants, before.values(), budget),
    depth + 1,
    budget,
  );
}

/** The commits among `ends` that the refs or the wants reach. */
function* reachedByRefs(
  repository: Repository,
  wants: readonly GraphCommit[],
  ends: Iterable<GraphCommit>,
  budget: Budget,
): Work<GraphCommit[]> {
  const tips = shownRefs(repository).flatMap((ref) => commitOf(repository, ref) ?? []);
  const reached = new Ancestors(repository.commits, [...tips, ...wants.map(({ oid }) => oid)], budget);
  const found: GraphCommit[] = [];
  for (const end of ends) if (yield* reached.has(end.id)) found.push(end);
  return found;
}

/** Level by level, so that each commit counts from the nearest starting point. */
function* byDepth({ commits }: Repository, from: readonly GraphCommit[], depth: number, budget: Budget): Work<Reach> {
  const inside = new Set<number>();
  let level = new Map(from.map((commit) => [commit.id, commit]));
  for (let at = 1; at < depth && level.size > 0; at++) {
    for (const id of level.keys()) inside.add(id);
    const next = new Map<number, GraphCommit>();
    for (const { parents } of level.values()) {
      for (const id of parents) if (!inside.has(id)) next.set(id, commits.get(id));
    }
    budget.spend(level.size * cost.commit);
    if (budget.endsSlice()) yield;
    level = next;
  }
  return { inside, ends: level };
}

/** Commits that the wants reach without those that `not` or a too old commit reaches, as in `git rev-list`. */
function* byRevisions(
  repository: Repository,
  wants: readonly GraphCommit[],
  { since, not }: Deepening,
  budget: Budget,
): Work<Reach> {
  const walk = new FlaggedWalk(repository.commits, excluded);
  for (const { id } of wants) walk.add(id, included);
  for (const name of not) walk.add(knownCommit(repository.commits, excludedCommit(repository, name)).id, excluded);
  const selected = new Map<number, GraphCommit>();
  for (let step = walk.next(); step !== null; step = walk.next()) {
    const { commit } = step;
    const flags = since !== null && commit.time < since ? excluded : step.flags;
    if ((flags & excluded) === 0) selected.set(commit.id, commit);
    for (const parent of commit.parents) walk.add(parent, flags);
    budget.spend(cost.commit);
    if (budget.endsSlice()) yield;
  }
  if (selected.size === 0) throw new GitError("protocol", "no commits selected for shallow requests");
  const ends = new Map([...selected].filter(([, { parents }]) => parents.some((parent) => !selected.has(parent))));
  return { inside: { has: (id) => selected.has(id) && !ends.has(id) }, ends };
}

function excludedCommit(repository: Repository, name: string): string {
  const oid = resolveCommit(repository, name);
  if (oid === null) throw new GitError("protocol", `deepen-not is not a ref: ${JSON.stringify(name.slice(0, 200))}`);
  return oid;
}
