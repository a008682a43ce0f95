// Reads what a path of a revision leads to, for people who browse: a folder with its readme, or a file.
import { Budget, type Work } from "../budget.ts";
import { decodeText, isBinary, utf8PrefixLength } from "../diff/text.ts";
import { knownCommit } from "../history/commit-graph.ts";
import { type ByteString, exactTextOf } from "../objects/byte-string.ts";
import type { Oid } from "../objects/oid.ts";
import { entryType, fileMode, type TreeEntry } from "../objects/tree.ts";
import { mayPush } from "../repository/protected-branches.ts";
import { BRANCHES, TAGS } from "../repository/ref-store.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { entryAt } from "../repository/tree-path.ts";
import { inSlices } from "../slices.ts";
import { type BriefCommit, readBriefCommit } from "./brief-commit.ts";

export interface BrowseOptions {
  /** Null for the default branch. */
  readonly revision: string | null;
  /** Empty for the root. Bytes, because names in git need not be text. */
  readonly path: ByteString;
  /** Entries of a folder to leave out, and to return. */
  readonly offset: number;
  readonly limit: number;
  /** Access level of the viewer, for {@link Place.canPush}. */
  readonly level: number;
}

/** The revision that is browsed, and the others that one may choose. */
export interface Place {
  readonly revision: string;
  readonly kind: "branch" | "tag" | "commit";
  readonly commit: Oid;
  readonly path: ByteString;
  /** True for a branch that the viewer may push to. */
  readonly canPush: boolean;
  /** The first {@link MOST_NAMES} of each, in bytewise order. */
  readonly branches: readonly string[];
  readonly tags: readonly string[];
  /** The newest commit that changed the path; null if it is not among those that a walk of 0.3 s reaches. */
  readonly lastCommit: BriefCommit | null;
}

export interface Readme {
  readonly name: ByteString;
  /** Null for a binary file and for one over {@link MOST_README_BYTES}. */
  readonly text: string | null;
}

export interface BrowsedFolder {
  readonly kind: "folder";
  readonly place: Place;
  /** Folders, then files, then submodules, each in git's order. */
  readonly entries: readonly TreeEntry[];
  /** Number of all entries. */
  readonly total: number;
  readonly readme: Readme | null;
}

export interface BrowsedFile {
  readonly kind: "file";
  readonly place: Place;
  readonly blob: Oid;
  /** One of fileMode. */
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
  /** Decoded as UTF-8, and line by line as Latin-1 where that is not possible; null for a file over {@link MOST_TEXT_BYTES}. */
  readonly text: string | null;
  readonly isBinary: boolean;
  readonly isUtf8: boolean;
}

/** The name of the revision has slashes that were given as part of the path. */
export interface Moved {
  readonly kind: "moved";
  readonly revision: string;
  readonly path: ByteString;
}

export type Browsed =
  | BrowsedFolder
  | BrowsedFile
  | Moved
  | { readonly kind: "empty_repository" | "no_commit" | "no_entry" };

const MOST_NAMES = 100;
export const MOST_TEXT_BYTES = 1024 * 1024;
const MOST_README_BYTES = 256 * 1024;
/** As many as the name of a branch can have. */
const MOST_COMPONENTS = 32;
/** In steps: about 0.3 s. */
const LAST_COMMIT_BUDGET = 30_000_000;

export async function browse(repository: Repository, options: BrowseOptions): Promise<Browsed> {
  const { refs } = repository;
  const { path } = options;
  const revision = options.revision ?? refs.defaultBranch;
  if (revision === null) return { kind: "empty_repository" };
  const commit = resolveCommit(repository, revision);
  if (commit === null)
    return moved(repository, revision, path) ?? { kind: refs.isEmpty() ? "empty_repository" : "no_commit" };
  const entry = entryAtBytes(repository, commit, path);
  if (entry === null) return moved(repository, revision, path) ?? { kind: "no_entry" };
  const place = { ...(await placeOf(repository, revision, commit, options)), path };
  switch (entryType(entry.mode)) {
    case "tree":
      return { kind: "folder", place, ...folderAt(repository, entry.oid, options) };
    case "blob":
      return { kind: "file", place, ...fileOf(repository, entry) };
    case "commit":
      return { kind: "no_entry" };
  }
}

export interface RawFile {
  readonly kind: "file";
  readonly blob: Oid;
  readonly content: Uint8Array;
}

/** The bytes of a file. */
export function readRawFile(
  repository: Repository,
  revision: string,
  path: ByteString,
): RawFile | Moved | { readonly kind: "no_entry" } {
  const commit = resolveCommit(repository, revision);
  const entry = commit === null ? null : entryAtBytes(repository, commit, path);
  if (entry === null || entryType(entry.mode) !== "blob") {
    return moved(repository, revision, path) ?? { kind: "no_entry" };
  }
  return { kind: "file", blob: entry.oid, content: repository.objects.blob(entry.oid) };
}

function entryAtBytes({ commits, objects }: Repository, commit: Oid, path: ByteString): TreeEntry | null {
  const names = path.split("/").filter((name) => name !== "");
  return entryAt(objects, knownCommit(commits, commit).tree, names);
}

/** The longest branch or tag at the beginning of `revision/path`. */
function moved({ refs }: Repository, revision: string, path: ByteString): Moved | null {
  const names = path.split("/");
  for (let length = Math.min(names.length, MOST_COMPONENTS); length > 0; length--) {
    const rest = exactTextOf(names.slice(0, length).join("/"));
    const name = `${revision}/${rest}`;
    if (rest === null || rest === "" || (refs.get(TAGS + name) ?? refs.get(BRANCHES + name)) === null) continue;
    return { kind: "moved", revision: name, path: names.slice(length).join("/") };
  }
  return null;
}

async function placeOf(
  repository: Repository,
  revision: string,
  commit: Oid,
  { path, level }: BrowseOptions,
): Promise<Omit<Place, "path">> {
  const { refs, protectedBranches } = repository;
  // In the order of git's rules for names.
  const kind = refs.get(TAGS + revision) ? "tag" : refs.get(BRANCHES + revision) ? "branch" : "commit";
  const last = await inSlices(lastChange(repository, commit, path));
  return {
    revision,
    kind,
    commit,
    canPush: kind === "branch" && mayPush(level, protectedBranches.get(revision)),
    branches: namesIn(repository, BRANCHES),
    tags: namesIn(repository, TAGS),
    lastCommit: last === null ? null : readBriefCommit(repository, last),
  };
}

const namesIn = ({ refs }: Repository, folder: string): string[] =>
  refs.page(folder, "", 0, MOST_NAMES).map(({ name }) => name.slice(folder.length));

function* lastChange(repository: Repository, tip: Oid, path: ByteString): Work<Oid | null> {
  const names = path.split("/").filter((name) => name !== "");
  if (names.length === 0) return tip;
  return yield* repository.lastChanges.find(tip, names, new Budget(LAST_COMMIT_BUDGET));
}

function folderAt(repository: Repository, tree: Oid, { offset, limit }: BrowseOptions) {
  const all = repository.objects.tree(tree);
  const sorted = (["tree", "blob", "commit"] as const).flatMap((type) =>
    all.filter(({ mode }) => entryType(mode) === type),
  );
  return { entries: sorted.slice(offset, offset + limit), total: all.length, readme: readmeIn(repository, all) };
}

/** Formats that are preferred come first. */
const readmeNames = [
  /^readme\.(?:md|markdown|mdown|mkdn?)$/i,
  /^readme\.(?:txt|rst|adoc|asciidoc|org|textile|rdoc)$/i,
  /^readme$/i,
];

function readmeIn({ objects }: Repository, entries: readonly TreeEntry[]): Readme | null {
  for (const pattern of readmeNames) {
    const found = entries.find(
      ({ name, mode }) => pattern.test(name) && entryType(mode) === "blob" && mode !== fileMode.symlink,
    );
    if (found === undefined) continue;
    const content = objects.blobSize(found.oid) > MOST_README_BYTES ? null : objects.blob(found.oid);
    return { name: found.name, text: content === null || isBinary(content) ? null : decodeText(content) };
  }
  return null;
}

function fileOf({ objects }: Repository, { oid, mode }: TreeEntry) {
  const size = objects.blobSize(oid);
  if (size > MOST_TEXT_BYTES) return { blob: oid, mode, size, text: null, isBinary: false, isUtf8: false };
  const content = objects.blob(oid);
  const binary = isBinary(content);
  return {
    blob: oid,
    mode,
    size,
    text: binary ? null : decodeText(content),
    isBinary: binary,
    isUtf8: utf8PrefixLength(content) === content.length,
  };
}
