// Pairs a file with an identical one, in the order in which git finds them.
import type { Budget } from "../budget.ts";
import type { FileSide } from "./changed-pairs.ts";
import { comparisonCost, isRegular } from "./file-similarity.ts";
import { baseName } from "./paths.ts";

/** Only the first files of a longer list of identical ones are considered. */
const mostAlternatives = 100;

/** Equal for files that count as identical: a symlink to "x" differs from a file with the content "x". */
export const contentKey = ({ oid, mode }: FileSide): string => `${oid} ${isRegular(mode) ? "file" : mode}`;

/**
 * Removes and returns the first file of the same name, or else the first file; null for an empty list.
 *
 * @param identical in reverse: the first file is the last element
 */
export function takeIdentical(file: FileSide, identical: FileSide[], budget: Budget): FileSide | null {
  const name = baseName(file.path);
  const first = identical.length - 1;
  const last = Math.max(identical.length - mostAlternatives, 0);
  let chosen = first;
  for (let place = first; place >= last; place--) {
    budget.spend(comparisonCost);
    if (baseName(identical[place]?.path ?? "") !== name) continue;
    chosen = place;
    break;
  }
  return identical.splice(chosen, 1)[0] ?? null;
}

/**
 * Git finds identical files in a hash table, in the order of the files. The order is reversed only if the table grows
 * at the very last file: it has 4^n slots and grows at 80 %.
 */
export function inOrderOfGitsTable(files: readonly FileSide[]): readonly FileSide[] {
  let slots = 64;
  while (Math.floor((files.length * 100) / 80) > slots) slots *= 4;
  return files.length > Math.floor((slots * 80) / 100) ? files.toReversed() : files;
}
