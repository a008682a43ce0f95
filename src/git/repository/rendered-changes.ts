// What differs between two trees, worked out once for all who ask at the same time, and kept at hand for those who ask later.
import { type ChangedLines, type Changes, changesBetween, countChangedLines } from "../diff/changes.ts";
import type { Oid } from "../objects/oid.ts";
import { inSlices } from "../slices.ts";
import type { Repository } from "./repository.ts";

/** @param before null for no tree */
export const renderChanges = (
  { objects, renderedChanges }: Repository,
  before: Oid | null,
  after: Oid,
): Promise<Changes> =>
  renderedChanges.get(`${before} ${after}`, () => inSlices(changesBetween(objects, before, after)));

/** @param before null for no tree */
export const countLines = (
  { objects, changedLines }: Repository,
  before: Oid | null,
  after: Oid,
): Promise<ChangedLines> =>
  changedLines.get(`${before} ${after}`, () => inSlices(countChangedLines(objects, before, after)));
