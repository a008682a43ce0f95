// Finds the commit that each line of a file comes from.
import { Budget, cost, type Work } from "../budget.ts";
import { changedFiles } from "../diff/changed-files.ts";
import { diffLines, type LineChange } from "../diff/line-diff.ts";
import { countLines, splitLines } from "../diff/lines.ts";
import { decodeText } from "../diff/text.ts";
import { type GraphCommit, knownCommit } from "../history/commit-graph.ts";
import { Heap } from "../history/heap.ts";
import type { ByteString } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { entryType } from "../objects/tree.ts";
import { type CommitRecord, readCommit } from "../repository/commit-record.ts";
import { textOf } from "../repository/fitting-commits.ts";
import type { KnownChanges } from "../repository/path-filters.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { entryAt, type PathNames, pathNames } from "../repository/tree-path.ts";
import { inSlices } from "../slices.ts";
import type { MissingFile } from "./read-file.ts";

/** Lines that follow one another and come from the same commit, without their line feeds. */
export interface BlamedLines {
  readonly commit: CommitRecord;
  readonly lines: readonly string[];
}

/** In steps: about four seconds. */
const BUDGET = 400_000_000;

/** In steps, for a line that is passed to a parent. */
const LINE_COST = 10;

/** Lines of the file, each of which is followed on its own, and bytes of each version, which is read at once. */
const [MOST_LINES, MOST_BYTES] = [100_000, 10_000_000];

/** Characters of the commits in the result, which names the commit of each group again. */
const MOST_TEXT = 4_000_000;

/**
 * As `git blame`: whole files are followed through renames. `too_much`: the history exceeds the budget, or the file or
 * the result a limit.
 */
export async function blameFile(
  repository: Repository,
  revision: string,
  path: string,
): Promise<BlamedLines[] | MissingFile | "too_much"> {
  const { commits, objects } = repository;
  const oid = resolveCommit(repository, revision);
  if (oid === null) return "no_commit";
  const commit = knownCommit(commits, oid);
  const names = pathNames(path);
  const file = names && fileAt(repository, commit, names);
  if (names === null || file === null) return "no_file";
  const content = objects.blob(file);
  const count = countLines(content);
  if (count > MOST_LINES || content.length > MOST_BYTES) return "too_much";
  const sources = await inSlices(new Blame(repository, count).run({ commit, names, file }));
  return sources === null ? "too_much" : grouped(repository, decodeText(content).split("\n"), sources);
}

function grouped(
  repository: Repository,
  texts: readonly string[],
  sources: readonly Oid[],
): BlamedLines[] | "too_much" {
  const commits = new Map<Oid, CommitRecord>();
  const groups: { commit: CommitRecord; lines: string[] }[] = [];
  let room = MOST_TEXT;
  for (const [at, oid] of sources.entries()) {
    const commit = commits.get(oid) ?? readCommit(repository, oid);
    commits.set(oid, commit);
    const text = texts[at] ?? "";
    const last = groups.at(-1);
    if (last?.commit === commit) last.lines.push(text);
    else {
      room -= textOf(commit);
      if (room < 0) return "too_much";
      groups.push({ commit, lines: [text] });
    }
  }
  return groups;
}

const fileAt = ({ objects }: Repository, { tree }: GraphCommit, names: PathNames): Oid | null => {
  const entry = entryAt(objects, tree, names);
  return entry === null || entryType(entry.mode) !== "blob" ? null : entry.oid;
};

interface Version {
  readonly commit: GraphCommit;
  readonly names: PathNames;
  /** The blob. */
  readonly file: Oid;
}

/** A line of the blamed file, and its number in an older version. */
interface Line {
  readonly final: number;
  readonly own: number;
}

interface Suspect extends Version {
  readonly lines: Line[];
}

class Blame {
  readonly #repository: Repository;
  readonly #budget = new Budget(BUDGET);
  /** By line; empty while the commit is unknown. */
  readonly #sources: Oid[];
  /** Children first: a commit's id is higher than its parents'. */
  readonly #queue = new Heap<Suspect>((one, other) => one.commit.id > other.commit.id);
  readonly #waiting = new Map<string, Suspect>();
  /** By path, of which renames bring more. */
  readonly #changes = new Map<ByteString, KnownChanges>();

  constructor(repository: Repository, lines: number) {
    this.#repository = repository;
    this.#sources = new Array(lines).fill("");
  }

  /** Null when the budget is spent. */
  *run(version: Version): Work<Oid[] | null> {
    this.#pass(
      version,
      [...this.#sources.keys()].map((line) => ({ final: line, own: line })),
    );
    for (let suspect = this.#queue.pop(); suspect !== undefined; suspect = this.#queue.pop()) {
      this.#waiting.delete(keyOf(suspect));
      const left = yield* this.#passToParents(suspect);
      if (left === null || this.#budget.isSpent) return null;
      for (const { final } of left) this.#sources[final] = suspect.commit.oid;
      if (this.#budget.endsSlice()) yield;
    }
    return this.#sources;
  }

  #pass(version: Version, lines: Line[]): void {
    if (lines.length === 0) return;
    const waiting = this.#waiting.get(keyOf(version));
    if (waiting !== undefined) {
      waiting.lines.push(...lines);
      waiting.lines.sort((a, b) => a.own - b.own);
      return;
    }
    const suspect = { ...version, lines };
    this.#waiting.set(keyOf(version), suspect);
    this.#queue.push(suspect);
  }

  /** The lines that no parent has; null when the budget is spent. */
  *#passToParents(suspect: Suspect): Work<readonly Line[] | null> {
    const { objects } = this.#repository;
    const unchanged = this.#unchangedParent(suspect);
    const parents = unchanged === null ? yield* this.#parentsOf(suspect) : [unchanged];
    const same = parents.find(({ file }) => file === suspect.file);
    if (same !== undefined) {
      this.#pass(same, suspect.lines);
      return [];
    }
    let left: readonly Line[] = suspect.lines;
    const own = splitLines(objects.blob(suspect.file));
    for (const parent of parents) {
      const content = objects.blob(parent.file);
      if (content.length > MOST_BYTES) return null;
      const older = splitLines(content);
      this.#budget.spend(2 * cost.row + (own.bytes.length + older.bytes.length) * cost.byte + left.length * LINE_COST);
      const changes = yield* diffLines(older, own, this.#budget);
      if (changes === null) return null;
      const { unchanged, changed } = split(left, changes);
      this.#pass(parent, unchanged);
      left = changed;
    }
    return left;
  }

  /** The first parent if it is known to have the same file. */
  #unchangedParent({ commit, names, file }: Version): Version | null {
    const path = names.join("/");
    const changes = this.#changes.get(path) ?? this.#repository.pathFilters.of(names, this.#budget);
    this.#changes.set(path, changes);
    const [first] = commit.parents;
    if (first === undefined || !changes.isUnchangedIn(commit)) return null;
    this.#budget.spend(cost.commit);
    return { commit: this.#repository.commits.get(first), names, file };
  }

  *#parentsOf({ commit, names }: Version): Work<Version[]> {
    const versions: Version[] = [];
    for (const id of commit.parents) {
      const parent = this.#repository.commits.get(id);
      this.#budget.spend(cost.commit + names.length * 1.5 * cost.row);
      const file = fileAt(this.#repository, parent, names);
      if (file !== null) versions.push({ commit: parent, names, file });
      else {
        const renamed = yield* this.#renamed(parent, commit, names);
        if (renamed !== null) versions.push(renamed);
      }
    }
    return versions;
  }

  *#renamed(parent: GraphCommit, { tree }: GraphCommit, names: PathNames): Work<Version | null> {
    const { objects } = this.#repository;
    const { files } = yield* changedFiles(objects, parent.tree, tree, { detectRenames: true }, this.#budget);
    const path = names.join("/");
    const change = files.find(({ status, new_name }) => status === "renamed" && new_name === path);
    return change === undefined || change.old_oid === null
      ? null
      : { commit: parent, names: change.old_name.split("/"), file: change.old_oid };
  }
}

const keyOf = ({ commit, names }: Version): string => `${commit.id} ${names.join("/")}`;

/** @param lines in order of their own numbers */
function split(lines: readonly Line[], changes: readonly LineChange[]): { unchanged: Line[]; changed: Line[] } {
  const [unchanged, changed]: [Line[], Line[]] = [[], []];
  let [next, offset] = [0, 0];
  for (const line of lines) {
    let change = changes[next];
    while (change !== undefined && change.bStart + change.bCount <= line.own) {
      offset += change.aCount - change.bCount;
      change = changes[++next];
    }
    if (change !== undefined && change.bStart <= line.own) changed.push(line);
    else unchanged.push({ final: line.final, own: line.own + offset });
  }
  return { unchanged, changed };
}
