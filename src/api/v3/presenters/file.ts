// A file of a repository with its content.
import type { FileWithHistory } from "../../../git/operations/read-file.ts";

/** @param ref as it was asked for */
export const presentFile = (file: FileWithHistory, path: string, ref: string) => ({
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
