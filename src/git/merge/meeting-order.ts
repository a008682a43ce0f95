// The order in which git meets the files of a side, which breaks ties between rename candidates: first the files in
// directories that both sides changed, sorted by path; then the files in directories that only this side changed, one
// directory after the other. The order of these directories is that of a hash table, so it counts as unknown. This rule
// is not documented; the comparison with git in test/git/merge confirms it.
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

  /** Files whose order is unknown are sorted by path. */
  sort<File extends WithPath>(files: readonly File[]): File[] {
    const { early = [], late = [] } = Object.groupBy(files, (file) => (this.#lateIn(file) === null ? "early" : "late"));
    return [...early, ...late];
  }

  /** True if {@link sort} puts these files in git's order. */
  isKnown(files: readonly WithPath[]): boolean {
    const late = files.map((file) => this.#lateIn(file)).filter((directory) => directory !== null);
    return new Set(late).size <= 1;
  }

  #lateIn({ path }: WithPath): ByteString | null {
    return this.#unopened(directoryOf(path));
  }
}
