// All files of a commit in one.
import { byteStream } from "../archive/byte-stream.ts";
import { archiveEntries } from "../archive/entries.ts";
import { tarFile } from "../archive/tar.ts";
import { zipFile } from "../archive/zip.ts";
import { knownCommit } from "../history/commit-graph.ts";
import { byteStringOf } from "../objects/byte-string.ts";
import type { Repository } from "../repository/repository.ts";
import { resolveCommit } from "../repository/revision.ts";

export interface Archive {
  /** `project-main-` and the commit's id: the folder everything is in, and the file's name without its end. */
  readonly name: string;
  readonly bytes: ReadableStream<Uint8Array>;
}

/**
 * Null for a revision that is none.
 *
 * @param project its path, `project`
 * @param revision null for the default branch
 */
export function archive(
  repository: Repository,
  project: string,
  revision: string | null,
  format: "tar" | "zip",
): Archive | null {
  const { commits, objects, refs } = repository;
  const oid = resolveCommit(repository, revision ?? "HEAD");
  if (oid === null) return null;
  const { tree, time } = knownCommit(commits, oid);
  const name = `${project}-${plain(revision ?? refs.defaultBranch ?? "HEAD")}-${oid}`;
  const entries = archiveEntries(objects, tree, byteStringOf(`${name}/`));
  const file = format === "tar" ? tarFile(entries, oid, time) : zipFile(entries, oid, time);
  return { name, bytes: byteStream(file) };
}

/** What a file may be called anywhere: `Feature/Überlauf` is `feature-uberlauf`. */
const plain = (revision: string): string =>
  revision
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-|-$/g, "");
