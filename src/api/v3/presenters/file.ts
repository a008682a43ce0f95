// Files of a repository with their content.
import type { FileWithHistory } from "../../../git/operations/read-file.ts";

interface PresentedFile extends FileWithHistory {
  readonly path: string;
  /** The requested revision. */
  readonly ref: string;
}

export const presentFile = ({ path, ref, ...file }: PresentedFile) => ({
  file_name: path.split("/").findLast((name) => name !== ""),
  file_path: path,
  size: file.size,
  encoding: "base64",
  content: file.base64,
  ref,
  blob_id: file.blob,
  commit_id: file.commit,
  last_commit_id: file.lastCommit,
});

interface WrittenFile {
  readonly path: string;
  readonly branch: string | null;
}

export const presentWrittenFile = ({ path, branch }: WrittenFile) => ({ file_path: path, branch_name: branch });
