// The changes between two trees, computed once for concurrent callers and cached for later ones.
import { type ChangedLines, type Changes, changesBetween, countChangedLines } from "../diff/changes.ts";
import type { Oid } from "../objects/oid.ts";
import { inSlices } from "../slices.ts";
import type { Repository } from "./repository.ts";

/** @param before null for the empty tree */
export const renderChanges = (
  { objects, renderedChanges }: Repository,
  before: Oid | null,
  after: Oid,
): Promise<Changes> =>
  renderedChanges.get(`${before} ${after}`, () => inSlices(changesBetween(objects, before, after)));

/** @param before null for the empty tree */
export const countLines = (
  { objects, changedLines }: Repository,
  before: Oid | null,
  after: Oid,
): Promise<ChangedLines> =>
  changedLines.get(`${before} ${after}`, () => inSlices(countChangedLines(objects, before, after)));
