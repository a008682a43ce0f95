// The changes of a version of a merge request as one text, as git prints them.
import { Buffer } from "node:buffer";
import type { Work } from "../../budget.ts";
import { changedFiles } from "../../diff/changed-files.ts";
import { diffBudget } from "../../diff/changes.ts";
import type { ObjectSource } from "../../diff/object-source.ts";
import { defaultLimits, gitPatch } from "../../diff/patch.ts";
import { knownCommit } from "../../history/commit-graph.ts";
import type { Oid } from "../../objects/oid.ts";
import type { Repository } from "../../repository/repository.ts";
import { inSlices } from "../../slices.ts";
import type { VersionRange } from "./version-changes.ts";

/** In all, and of each file: a patch that is not whole cannot be applied, so nothing is cut. */
const MOST_BYTES = 20_000_000;
const limits = { ...defaultLimits, hunkBytesLimit: MOST_BYTES };

/**
 * The bytes of `git diff -M base head`, with ids of 7 digits; null if that is too much.
 *
 * @throws Error when a commit does not exist
 */
export function rawDiff({ commits, objects }: Repository, { base, head }: VersionRange): Promise<Uint8Array | null> {
  const before = base === null ? null : knownCommit(commits, base).tree;
  return inSlices(patchesBetween(objects, before, knownCommit(commits, head).tree));
}

function* patchesBetween(source: ObjectSource, before: Oid | null, after: Oid): Work<Uint8Array | null> {
  const budget = diffBudget();
  const { files, truncated } = yield* changedFiles(source, before, after, { detectRenames: true }, budget);
  if (truncated) return null;
  const patches: Uint8Array[] = [];
  let size = 0;
  for (const file of files) {
    const patch = yield* gitPatch(source, file, limits, undefined, budget);
    size += patch?.length ?? 0;
    if (patch === null || budget.isSpent || size > MOST_BYTES) return null;
    patches.push(patch);
  }
  return Buffer.concat(patches);
}
