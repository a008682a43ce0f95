// The order in which git meets the files of a side, which decides between candidates for a rename that are equally good:
// those in directories that both sides changed come first, sorted by path; then those in directories that only this side
// changed, one directory after the other. In which order it takes these directories is nothing to rely on: it is that of a
// hash table. No description says so; the comparison with git in test/git/merge confirms it.
import type { ByteString } from "../objects/byte-string.ts";
import type { TreeComparison } from "./compare-trees.ts";
import { directoryOf, fromTheTop } from "./versions.ts";

interface WithPath {
  readonly path: ByteString;
}

export class MeetingOrder {
  /** The topmost directory above a file that only this side changed; null for none. */
  readonly #unopened: (directory: ByteString) => ByteString | null;

  constructor({ opened, contested }: TreeComparison) {
    const isContested = fromTheTop<boolean>(
      false,
      (directory, above) => above || contested.ours.has(directory) || contested.theirs.has(directory),
    );
    this.#unopened = fromTheTop<ByteString | null>(null, (directory, above) =>
      above !== null || opened.has(directory) || isContested(directory) ? above : directory,
    );
  }

  /** Where the order is not known, files are sorted by path. */
  sort<File extends WithPath>(files: readonly File[]): File[] {
    const { early = [], late = [] } = Object.groupBy(files, (file) => (this.#lateIn(file) === null ? "early" : "late"));
    return [...early, ...late];
  }

  /** Whether {@link sort} puts these files in git's order. */
  isKnown(files: readonly WithPath[]): boolean {
    const late = files.map((file) => this.#lateIn(file)).filter((directory) => directory !== null);
    return new Set(late).size <= 1;
  }

  #lateIn({ path }: WithPath): ByteString | null {
    return this.#unopened(directoryOf(path));
  }
}
