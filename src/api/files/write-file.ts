// Commits a change of one file, for the endpoints that create, update and delete files.
import type { FileAction } from "../../git/repository/file-actions.ts";
import { fileText, oneOf, text } from "../../http/coerce.ts";
import { badRequest } from "../../http/errors.ts";
import { optional, type ParamValues, required } from "../../http/params.ts";
import { branchRefusal, changedSince } from "../commits/commit-refusals.ts";
import { contentOf } from "../commits/given-actions.ts";
import { type PathFault, withoutSlash } from "../commits/given-path.ts";
import { commitParams, runCommit } from "../commits/run-commit.ts";
import { withCommitter } from "../commits/with-committer.ts";
import type { ProjectCall } from "../endpoint.ts";

export const writtenFileParams = { file_path: required(text), ...commitParams };

export const contentParams = { content: required(fileText), encoding: optional(oneOf("text", "base64")) };

type WriteFileCall = ProjectCall & { readonly params: ParamValues<typeof writtenFileParams> };

/**
 * Returns the path of the changed file.
 *
 * @param actionOn called after the access check, so that it may refuse invalid parameters
 * @param start the revision that a new branch begins at; undefined if the branch must exist
 */
export async function writeFile(
  call: WriteFileCall,
  actionOn: (path: string) => FileAction,
  start?: string,
): Promise<string> {
  const { file_path } = call.params;
  const committing = await withCommitter(call);
  const action = actionOn(withoutSlash(file_path ?? ""));
  const outcome = await runCommit(call, committing, [action], { start });
  if (outcome.kind === "created") return action.path;
  const { refusal } = outcome;
  switch (refusal.reason) {
    case "invalid_path":
      throw badRequest(`invalid path: '${refusal.path}'`);
    case "no_files":
    case "no_such_file":
      throw badRequest("A file with this name doesn't exist");
    case "taken":
      throw badRequest(takenText(refusal.by));
    case "changed":
      throw changedSince();
    default:
      throw branchRefusal(refusal);
  }
}

/** @throws ApiError 400 for an invalid name, and as {@link sentContent} */
export function creation(
  path: string,
  given: ParamValues<typeof contentParams>,
  faultOf: PathFault,
  isExecutable?: boolean,
): FileAction {
  const content = sentContent(path, given);
  const fault = faultOf(path);
  if (fault !== null) throw badRequest(`Your changes could not be committed, because the file name ${fault}`);
  return { action: "create", path, content, isExecutable };
}

/** @throws ApiError 400 for missing or invalid content */
export function sentContent(path: string, { content, encoding }: ParamValues<typeof contentParams>): Uint8Array {
  if (content === null) throw badRequest("You must provide content.");
  return contentOf(path, content, encoding ?? null);
}

const takenText = (by: "file" | "folder"): string =>
  `Your changes could not be committed because a ${by === "folder" ? "directory" : "file"} with the same name already exists`;
