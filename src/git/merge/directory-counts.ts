// Counts where the files of removed directories went, to tell where the directories went.
import type { ByteString } from "../objects/byte-string.ts";
import type { DirectoryRelevance } from "./collect-paths.ts";
import { directoriesOf, directoryOf } from "./paths.ts";
import { inTableOrder } from "./table-order.ts";

/** Stands for where files went whose renames are not known yet: no name of a directory. */
const unknown = "/";

export class DirectoryCounts {
  /** By the old directory: how many of its files are in the new one. */
  readonly #counts = new Map<ByteString, Map<ByteString, number>>();
  readonly #removed: Map<ByteString, DirectoryRelevance>;

  /** @param removed loses relevance when a directory's new place is certain */
  constructor(removed: Map<ByteString, DirectoryRelevance>) {
    this.#removed = removed;
  }

  /** A file went from one directory to another, and so did the directories above as long as their names are the same. */
  addRename(from: ByteString, to: ByteString): void {
    let [oldPath, newPath] = [from, to];
    for (let isFirst = true; ; isFirst = false) {
      const [oldDirectory, newDirectory] = [directoryOf(oldPath), directoryOf(newPath)];
      const relevance = this.#removed.get(oldDirectory);
      if (relevance === undefined) return;
      if (!isFirst && nameIn(oldDirectory, oldPath) !== nameIn(newDirectory, newPath)) return;
      if (isFirst || relevance === "self") this.#add(oldDirectory, newDirectory);
      if (relevance === "none" || oldDirectory === "" || newDirectory === "") return;
      [oldPath, newPath] = [oldDirectory, newDirectory];
    }
  }

  /** Where most of each directory's files went so far. */
  guesses(): Map<ByteString, ByteString> {
    return new Map(
      [...this.#counts].map(([directory, counts]) => {
        const ordered = inTableOrder([...counts.keys()]).map((target) => [target, counts.get(target) ?? 0] as const);
        return [directory, mostCounted(new Map(ordered)).best];
      }),
    );
  }

  /**
   * Of files whose renames are not known yet those to look for: not the ones that are wanted only for the sake of
   * directories whose place can be told without them.
   */
  stillWanted(
    sources: readonly ByteString[],
    relevantSources: ReadonlyMap<ByteString, "content" | "location">,
  ): Set<ByteString> {
    for (const source of sources) {
      for (const directory of directoriesOf(source)) {
        if ((this.#removed.get(directory) ?? "none") === "none") break;
        this.#add(directory, unknown);
      }
    }
    for (const [directory, counts] of this.#counts) {
      if (this.#removed.get(directory) === "self" && isSettled(counts)) this.#removed.set(directory, "ancestor");
    }
    return new Set(sources.filter((source) => relevantSources.get(source) === "content" || this.#isWanted(source)));
  }

  #isWanted(source: ByteString): boolean {
    for (const directory of directoriesOf(source)) {
      const relevance = this.#removed.get(directory) ?? "none";
      if (relevance !== "ancestor") return relevance === "self";
    }
    return false;
  }

  /** Where removed directories went; null for one that went to several places alike. */
  renamedDirectories(): Map<ByteString, ByteString | null> {
    const renamed = new Map<ByteString, ByteString | null>();
    for (const [directory, counts] of this.#counts) {
      if ((this.#removed.get(directory) ?? "none") === "none") continue;
      const known = new Map([...counts].filter(([target]) => target !== unknown));
      const { best, isTied } = mostCounted(known);
      if (known.size > 0) renamed.set(directory, isTied ? null : best);
    }
    return renamed;
  }

  #add(from: ByteString, to: ByteString): void {
    const counts = this.#counts.get(from) ?? new Map<ByteString, number>();
    this.#counts.set(from, counts.set(to, (counts.get(to) ?? 0) + 1));
  }
}

const nameIn = (directory: ByteString, path: ByteString) =>
  directory === "" ? path : path.slice(directory.length + 1);

function mostCounted(counts: ReadonlyMap<ByteString, number>): { best: ByteString; isTied: boolean } {
  let best = "";
  let most = 0;
  let isTied = false;
  for (const [target, count] of counts) {
    if (count === most) isTied = true;
    if (count <= most) continue;
    [best, most, isTied] = [target, count, false];
  }
  return { best, isTied };
}

/** Whether no file whose place is unknown can change where most went. */
function isSettled(counts: ReadonlyMap<ByteString, number>): boolean {
  const known = [...counts].filter(([target]) => target !== unknown).map(([, count]) => count);
  const [first = 0, second = 0] = known.sort((one, other) => other - one);
  return first > second + (counts.get(unknown) ?? 0);
}
