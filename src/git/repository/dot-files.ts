// The blobs of a push that trees name `.gitmodules` or `.gitattributes`: their content must not harm a clone.
import { cost, unlimited, type Work } from "../budget.ts";
import { GitError } from "../git-error.ts";
import { type CheckedObject, refuseFaults } from "../objects/check-object.ts";
import { checkGitattributes, checkGitmodules } from "../objects/gitmodules.ts";
import type { Oid } from "../objects/oid.ts";

/** Number of different blobs in one push. */
const MOST = 100_000;
/** In steps per byte. */
const CHECK_COST = 10;

export class DotFiles {
  readonly #gitmodules = new Set<Oid>();
  readonly #gitattributes = new Set<Oid>();

  /** @throws GitError when there are too many */
  add({ gitmodules, gitattributes }: CheckedObject): void {
    for (const oid of gitmodules) this.#gitmodules.add(oid);
    for (const oid of gitattributes) this.#gitattributes.add(oid);
    if (this.#gitmodules.size + this.#gitattributes.size > MOST) {
      throw new GitError("limit", `This push has more than ${MOST} different .gitmodules and .gitattributes files.`);
    }
  }

  /**
   * @param read returns the content of a blob; all blobs must exist
   * @throws GitError for the first harmful one
   */
  *check(read: (oid: Oid) => Uint8Array): Work<void> {
    const budget = unlimited();
    for (const [oids, faultsOf] of [
      [this.#gitmodules, checkGitmodules],
      [this.#gitattributes, checkGitattributes],
    ] as const) {
      for (const oid of oids) {
        const content = read(oid);
        refuseFaults({ type: "blob", oid }, faultsOf(content));
        budget.spend(cost.row + content.length * CHECK_COST);
        if (budget.endsSlice()) yield;
      }
    }
  }
}
