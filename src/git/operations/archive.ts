// Archives all files of a commit.
import { isArchivable } from "../archive/archive-size.ts";
import { byteStream } from "../archive/byte-stream.ts";
import { archiveEntries } from "../archive/entries.ts";
import { tarFile } from "../archive/tar.ts";
import { zipFile } from "../archive/zip.ts";
import { knownCommit } from "../history/commit-graph.ts";
import { byteStringOf } from "../objects/byte-string.ts";
import { fileMode } from "../objects/tree.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";
import { entryAt, pathNames } from "../repository/tree-path.ts";
import { inSlices } from "../slices.ts";

export interface Archive {
  /** `project-branch-COMMIT_ID`: the top folder of the archive, and its file name without the extension. */
  readonly name: string;
  readonly bytes: ReadableStream<Uint8Array>;
}

/**
 * Null for an unknown revision or folder. The size limit is checked before the first byte.
 *
 * @param project path of the project within its namespace
 * @param revision null for the default branch
 * @param folder of which all files are archived; empty for the top
 * @param format `tar.gz` returns the uncompressed tar file, which the caller compresses
 */
export async function archive(
  repository: Repository,
  project: string,
  revision: string | null,
  format: "tar" | "tar.gz" | "zip",
  folder = "",
): Promise<Archive | "too_large" | null> {
  const { commits, objects, refs } = repository;
  const oid = resolveCommit(repository, revision ?? "HEAD");
  if (oid === null) return null;
  const { tree: top, time } = knownCommit(commits, oid);
  const names = pathNames(folder);
  const entry = names && entryAt(objects, top, names);
  if (names === null || entry?.mode !== fileMode.tree) return null;
  const tree = entry.oid;
  if (!(await inSlices(isArchivable(objects, tree)))) return "too_large";
  const parts = [
    project,
    plain(revision ?? refs.defaultBranch ?? "HEAD"),
    oid,
    ...(folder === "" ? [] : [plain(folder)]),
  ];
  const name = parts.join("-");
  const entries = archiveEntries(objects, tree, [byteStringOf(name), ...names, ""].join("/"));
  const file = format === "zip" ? zipFile(entries, oid, time) : tarFile(entries, oid, time);
  return { name, bytes: byteStream(file, format === "tar.gz") };
}

/** A form that is valid in any file name: `Feature/Überlauf` becomes `feature-uberlauf`. */
const plain = (revision: string): string =>
  revision
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-|-$/g, "");
