// Refusals of commits through the API, in GitLab's words.
import type { CommitRefusal } from "../../git/operations/create-commit.ts";
import type { FileRefusal } from "../../git/repository/file-actions.ts";
import { type ApiError, badRequest, conflict } from "../../http/errors.ts";

/** Refusals other than those about a file, for which endpoints have different texts. */
export type BranchRefusal = Exclude<CommitRefusal, FileRefusal | { readonly reason: "no_files" }>;

export const notAllowed = (): ApiError => badRequest("You are not allowed to push into this branch");

/** GitLab says it where people edit files in the browser. */
export const changedSince = (): ApiError => conflict("The file has changed since you started editing it.");

export function branchRefusal(refusal: BranchRefusal): ApiError {
  switch (refusal.reason) {
    case "no_such_branch":
      return badRequest("You can only create or edit files when you are on a branch");
    case "invalid_branch_name":
      return badRequest("Branch name is invalid");
    case "not_allowed":
      return notAllowed();
    case "too_large":
      return badRequest("The start has more than can be taken over from another project");
    case "bad_object":
      return badRequest(refusal.text);
    case "too_many_actions":
      return badRequest(`A commit can have at most ${refusal.most} actions`);
  }
}

/** For commits of several files: the texts name the file. */
export function commitRefusal(refusal: CommitRefusal): ApiError {
  switch (refusal.reason) {
    case "invalid_path":
      return badRequest(`invalid path: '${refusal.path}'`);
    case "changed":
      return changedSince();
    case "no_files":
      return badRequest(`No files to ${refusal.action}.`);
    case "no_such_file":
      return badRequest(`File to be ${refusal.action}d \`${refusal.path}\` does not exist.`);
    case "taken":
      return badRequest(takenText(refusal));
    default:
      return branchRefusal(refusal);
  }
}

function takenText({ action, path, by }: Extract<FileRefusal, { reason: "taken" }>): string {
  if (action === "move") return `Move destination \`${path}\` already exists.`;
  const existing = by === "folder" ? "directory" : "file";
  return `Your changes could not be committed because a ${existing} with the name \`${path}\` already exists.`;
}
