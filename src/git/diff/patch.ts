// The patch of one changed file, in the format of `git diff -M` and in that of GitLab's API.
import { Buffer } from "node:buffer";
import { Budget, cost, type Work } from "../budget.ts";
import { nullOid, type Oid } from "../objects/oid.ts";
import { fileMode } from "../objects/tree.ts";
import type { FileChange } from "./changed-files.ts";
import { cutHunks, writeHunks } from "./hunks.ts";
import { diffLines } from "./line-diff.ts";
import { countLines, splitLines } from "./lines.ts";
import type { ObjectSource } from "./object-source.ts";
import { plainPath, quotePath } from "./paths.ts";
import { decodeText, isBinary } from "./text.ts";

export interface DiffLimits {
  /** Bytes of each of the two blobs; a larger one is not read. */
  readonly maxBlobBytes: number;
  /** Lines of both texts together; a line takes about 40 bytes of memory besides its content. */
  readonly maxLines: number;
  /** Steps for reading and comparing. */
  readonly maxWork: number;
  /** Bytes of the lines in all hunks must stay below it, including newlines but not the sign before each line. */
  readonly hunkBytesLimit: number;
}

/** GitLab's limit of a shown patch, and limits that protect an isolate of 128 MB. */
export const defaultLimits: DiffLimits = {
  maxBlobBytes: 20_000_000,
  maxLines: 500_000,
  maxWork: 50_000_000,
  hunkBytesLimit: 102_400,
};

/** For comparisons with git, which has no limits. */
export const noLimits: DiffLimits = {
  maxBlobBytes: Number.POSITIVE_INFINITY,
  maxLines: Number.POSITIVE_INFINITY,
  maxWork: Number.POSITIVE_INFINITY,
  hunkBytesLimit: Number.POSITIVE_INFINITY,
};

/** The difference between the contents of a file. */
export type ContentDiff =
  | { readonly kind: "same" }
  | { readonly kind: "binary" }
  /** The counts are null if reading or comparing was already too much. */
  | { readonly kind: "too_large"; readonly additions: number | null; readonly deletions: number | null }
  | { readonly kind: "text"; readonly hunks: Uint8Array; readonly additions: number; readonly deletions: number };

/** @param budget that of the request; the file spends at most `limits.maxWork` of it */
export function* diffContent(
  source: ObjectSource,
  change: FileChange,
  limits: DiffLimits,
  budget: Budget,
): Work<ContentDiff> {
  if (change.old_oid === change.new_oid) return { kind: "same" };
  const own = budget.part(limits.maxWork);
  const tooLarge = { kind: "too_large", additions: null, deletions: null } as const;
  const sizes = [sizeOf(source, change.old_oid, change.a_mode), sizeOf(source, change.new_oid, change.b_mode)];
  own.spend(sizes.length * cost.row);
  if (sizes.some((size) => size > limits.maxBlobBytes)) return tooLarge;
  const reading = sizes.reduce((sum, size) => sum + size * cost.byte, sizes.length * cost.row);
  if (!own.canSpend(reading)) return tooLarge;
  own.spend(reading);
  const oldBytes = contentOf(source, change.old_oid, change.a_mode);
  if (own.endsSlice()) yield;
  const newBytes = contentOf(source, change.new_oid, change.b_mode);
  if (isBinary(oldBytes) || isBinary(newBytes)) return { kind: "binary" };
  const [oldCount, newCount] = [countLines(oldBytes), countLines(newBytes)];
  if (oldCount + newCount > limits.maxLines) return tooLarge;
  // All lines of a file that is added or removed are changed.
  const isWhole = oldBytes.length === 0 || newBytes.length === 0;
  const changedBytes = oldBytes.length + newBytes.length;
  if (isWhole && changedBytes > 0 && changedBytes >= limits.hunkBytesLimit) {
    return { kind: "too_large", additions: newCount, deletions: oldCount };
  }
  const a = splitLines(oldBytes, oldCount);
  const b = splitLines(newBytes, newCount);
  const changes = yield* diffLines(a, b, own);
  if (changes === null) return tooLarge;
  if (changes.length === 0) return { kind: "same" };
  const { hunks, additions, deletions, contentBytes } = cutHunks(a, b, changes);
  if (contentBytes >= limits.hunkBytesLimit) return { kind: "too_large", additions, deletions };
  return { kind: "text", hunks: writeHunks(hunks, a, b), additions, deletions };
}

/** Content of a submodule in a diff. */
const gitlinkContent = (oid: Oid): Uint8Array => Buffer.from(`Subproject commit ${oid}\n`);

function contentOf(source: ObjectSource, oid: Oid | null, mode: number): Uint8Array {
  if (oid === null) return new Uint8Array(0);
  return mode === fileMode.gitlink ? gitlinkContent(oid) : source.blob(oid);
}

/** Bytes of one side of a change. */
export function sizeOf(source: ObjectSource, oid: Oid | null, mode: number): number {
  return oid === null || mode === fileMode.gitlink ? 0 : source.blobSize(oid);
}

export interface RenderedPatch {
  /** Starts at `--- a/` or `Binary`; empty for a change of name or mode only, and when it is too large. */
  readonly text: string;
  readonly binary: boolean;
  readonly too_large: boolean;
  /** Null when counting them was too much work. */
  readonly additions: number | null;
  readonly deletions: number | null;
}

/** The field `diff` of GitLab's API. Content in any encoding is decoded to valid text. */
export function* renderPatch(
  source: ObjectSource,
  change: FileChange,
  limits = defaultLimits,
  budget = new Budget(limits.maxWork),
): Work<RenderedPatch> {
  const diff = yield* diffContent(source, change, limits, budget);
  const aName = change.old_oid === null ? "/dev/null" : plainPath(`a/${change.old_name}`);
  const bName = change.new_oid === null ? "/dev/null" : plainPath(`b/${change.new_name}`);
  const unchanged = { text: "", binary: false, too_large: false, additions: 0, deletions: 0 };
  switch (diff.kind) {
    case "same":
      return unchanged;
    case "binary":
      return { ...unchanged, text: `Binary files ${aName} and ${bName} differ\n`, binary: true };
    case "too_large":
      return { ...unchanged, too_large: true, additions: diff.additions, deletions: diff.deletions };
    case "text": {
      const { hunks, additions, deletions } = diff;
      return { ...unchanged, text: `--- ${aName}\n+++ ${bName}\n${decodeText(hunks)}`, additions, deletions };
    }
  }
}

/**
 * The exact bytes of `git diff -M`.
 *
 * @param shorten abbreviates an object id; git's default is the shortest unique prefix of at least 7 digits
 * @returns null beyond the limits
 */
export function* gitPatch(
  source: ObjectSource,
  change: FileChange,
  limits: DiffLimits,
  shorten = (oid: Oid): string => oid.slice(0, 7),
  budget = new Budget(limits.maxWork),
): Work<Uint8Array | null> {
  const diff = yield* diffContent(source, change, limits, budget);
  if (diff.kind === "too_large") return null;
  const aPath = quotePath(`a/${change.old_name}`);
  const bPath = quotePath(`b/${change.new_name}`);
  const aName = change.old_oid === null ? "/dev/null" : aPath;
  const bName = change.new_oid === null ? "/dev/null" : bPath;
  const header = `diff --git ${aPath} ${bPath}\n${extendedHeaders(change, shorten)}`;
  if (diff.kind === "same") return Buffer.from(header);
  if (diff.kind === "binary") return Buffer.from(`${header}Binary files ${aName} and ${bName} differ\n`);
  const names = `--- ${aName}${tabAfter(aName)}\n+++ ${bName}${tabAfter(bName)}\n`;
  return Buffer.concat([Buffer.from(header + names), diff.hunks]);
}

/** The tab marks the end of a name with spaces. */
const tabAfter = (name: string): string => (name.includes(" ") ? "\t" : "");

function extendedHeaders(change: FileChange, shorten: (oid: Oid) => string): string {
  const { a_mode, b_mode, old_oid, new_oid, similarity } = change;
  const lines: string[] = [];
  if (old_oid === null) lines.push(`new file mode ${octal(b_mode)}`);
  else if (new_oid === null) lines.push(`deleted file mode ${octal(a_mode)}`);
  else if (a_mode !== b_mode) lines.push(`old mode ${octal(a_mode)}`, `new mode ${octal(b_mode)}`);
  if (similarity !== null) {
    lines.push(`similarity index ${similarity}%`);
    lines.push(`rename from ${quotePath(change.old_name)}`, `rename to ${quotePath(change.new_name)}`);
  }
  if (old_oid !== new_oid) {
    const mode = a_mode === b_mode ? ` ${octal(a_mode)}` : "";
    lines.push(`index ${shorten(old_oid ?? nullOid)}..${shorten(new_oid ?? nullOid)}${mode}`);
  }
  return lines.map((line) => `${line}\n`).join("");
}

const octal = (mode: number): string => mode.toString(8).padStart(6, "0");
