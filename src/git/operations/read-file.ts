// Reads files: by path at a commit, or by blob id.
import { knownCommit } from "../history/commit-graph.ts";
import { asBuffer } from "../objects/byte-string.ts";
import { isOid, type Oid } from "../objects/oid.ts";
import { entryType, fileMode } from "../objects/tree.ts";
import type { Repository } from "../repository/repository.ts";
import { lastCommitOf } from "../repository/repository-log.ts";
import { resolveCommit } from "../repository/revision.ts";
import { entryAt, pathNames } from "../repository/tree-path.ts";
import { inSlices } from "../slices.ts";

export interface FileAtCommit {
  readonly commit: Oid;
  readonly blob: Oid;
  readonly isExecutable: boolean;
  /** For a symlink, its target. */
  readonly content: Uint8Array;
}

export type MissingFile = "no_commit" | "no_file";

/** Folders and submodules are not files. */
export function readFile(repository: Repository, revision: string, path: string): FileAtCommit | MissingFile {
  const { commits, objects } = repository;
  const commit = resolveCommit(repository, revision);
  if (commit === null) return "no_commit";
  const names = pathNames(path);
  const entry = names && entryAt(objects, knownCommit(commits, commit).tree, names);
  if (entry === null || entryType(entry.mode) !== "blob") return "no_file";
  return {
    commit,
    blob: entry.oid,
    isExecutable: entry.mode === fileMode.executable,
    content: objects.blob(entry.oid),
  };
}

export interface FileWithHistory extends Omit<FileAtCommit, "content"> {
  /** The newest commit that changed the file. */
  readonly lastCommit: Oid;
  /** Bytes of the content. */
  readonly size: number;
  readonly base64: string;
}

export async function readFileWithHistory(
  repository: Repository,
  revision: string,
  path: string,
): Promise<FileWithHistory | MissingFile> {
  const file = readFile(repository, revision, path);
  if (typeof file === "string") return file;
  const { content, ...found } = file;
  const { commit } = found;
  const lastCommit = await inSlices(lastCommitOf(repository, commit, path));
  return { ...found, lastCommit, size: content.length, base64: asBuffer(content).toString("base64") };
}

/** @param id complete id of a blob @returns null when it does not exist */
export function readBlob({ objects }: Repository, id: string): Uint8Array | null {
  const oid = id.toLowerCase();
  return isOid(oid) && objects.find(oid)?.type === "blob" ? objects.blob(oid) : null;
}
