// Random histories of empty commits, and the graph of a history from git's output.
import type { CommitGraph, GraphCommit } from "../../../src/git/history/commit-graph.ts";
import { emptyTreeOid, type Oid } from "../../../src/git/objects/oid.ts";
import { GitFolder } from "../git-folder.ts";
import type { Random } from "../random.ts";

/** Committer times: ascending, many equal, or in random order. */
export type Clock = "steady" | "coarse" | "skewed";

export interface Shape {
  readonly random: Random;
  readonly commits: number;
  readonly clock: Clock;
}

/** Branches that part, merge and cross each other, with merges of two or more, some without a common root. */
export function randomCommits(random: Random, commits: number, clock: Clock): GitFolder {
  const folder = new GitFolder();
  folder.git(["fast-import", "--quiet", "--done"], `${streamOf({ random, commits, clock }, "c", ".")}done\n`);
  return folder;
}

/** Histories as of {@link randomCommits} that share no commits, in one folder, and the graph of each. */
export function unrelatedHistories(shapes: readonly Shape[]): { folder: GitFolder; graphs: ListedGraph[] } {
  const folder = new GitFolder();
  const streams = shapes.map((shape, index) => streamOf(shape, `history${index}/c`, `${index}`));
  folder.git(["fast-import", "--quiet", "--done"], `${streams.join("")}done\n`);
  const listed = listCommits(folder, "--format=%H %T %ct %s %P");
  const ofHistories = shapes.map((): Listed[] => []);
  for (const [oid = "", tree = "", time = "", history, ...parents] of listed) {
    ofHistories[Number(history)]?.push({ oid, tree, time, parents });
  }
  return { folder, graphs: ofHistories.map((commits) => graphFrom(commits)) };
}

/** Commands for `git fast-import`: each commit is a branch, of this name with the commit's number. */
function streamOf({ random, commits, clock }: Shape, branch: string, message: string): string {
  const width = 2 + random.below(5);
  const stream = random.times(commits, (index) => {
    const mark = index + 1;
    const [from, ...merged] = index === 0 || random.chance(3) ? [] : parentsOf(random, mark, width);
    const ident = `Someone <some@one> ${1_500_000_000 + timeOf(random, index, clock)} +0100`;
    return [
      `commit refs/heads/${branch}${mark}\nmark :${mark}\ncommitter ${ident}\n`,
      `data ${message.length}\n${message}\n`,
      ...(from === undefined ? [] : [`from :${from}\n`]),
      ...merged.map((parent) => `merge :${parent}\n`),
    ].join("");
  });
  return stream.join("");
}

function parentsOf(random: Random, mark: number, width: number): Set<number> {
  const count = random.chance(35) ? 2 + (random.chance(20) ? random.below(4) : 0) : 1;
  return new Set(random.times(count, () => Math.max(1, mark - 1 - random.below(random.chance(10) ? mark : width))));
}

function timeOf(random: Random, index: number, clock: Clock): number {
  switch (clock) {
    case "steady":
      return index * 60;
    case "coarse":
      return Math.floor(index / 7);
    case "skewed":
      return random.chance(20) ? random.below(200) : index;
  }
}

/** Counts its reads. */
export class ListedGraph implements CommitGraph {
  reads = 0;
  readonly commits: readonly GraphCommit[];
  readonly #byOid: ReadonlyMap<string, GraphCommit>;

  constructor(commits: readonly GraphCommit[]) {
    this.commits = commits;
    this.#byOid = new Map(commits.map((commit) => [commit.oid, commit]));
  }

  find(oid: string): GraphCommit | null {
    this.reads++;
    return this.#byOid.get(oid) ?? null;
  }

  get(id: number): GraphCommit {
    this.reads++;
    const commit = this.commits[id];
    if (commit === undefined) throw new Error(`The commit ${id} does not exist`);
    return commit;
  }
}

interface Listed {
  readonly oid: Oid;
  readonly tree: Oid;
  readonly time: string;
  readonly parents: readonly Oid[];
}

/** Words about each commit of the folder, parents before their children. */
function listCommits(folder: GitFolder, format: string): string[][] {
  const listing = folder.git(["rev-list", "--all", "--topo-order", "--reverse", "--no-commit-header", format]);
  return listing
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.trimEnd().split(" "));
}

function graphFrom(listed: readonly Listed[]): ListedGraph {
  const ids = new Map<Oid, number>();
  return new ListedGraph(
    listed.map(({ oid, tree, time, parents }, id): GraphCommit => {
      ids.set(oid, id);
      return { id, oid, tree, time: Number(time), parents: parents.map((parent) => ids.get(parent) ?? -1) };
    }),
  );
}

/** A linear history, newest commit last. */
export function straightLine(length: number): ListedGraph {
  return new ListedGraph(
    Array.from({ length }, (_, id) => ({
      id,
      oid: id.toString(16).padStart(40, "0"),
      tree: emptyTreeOid,
      parents: id === 0 ? [] : [id - 1],
      time: 1_500_000_000 + id,
    })),
  );
}
