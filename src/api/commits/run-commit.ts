// Creates a commit in the repository, with the viewer as committer and the author that the request names.
import type { CreateCommitOutcome, NewCommit } from "../../git/operations/create-commit.ts";
import type { FileAction } from "../../git/repository/file-actions.ts";
import { text } from "../../http/coerce.ts";
import { badRequest } from "../../http/errors.ts";
import { optional, type ParamValues, required } from "../../http/params.ts";
import type { ProjectCall } from "../endpoint.ts";
import { refText } from "../repositories/ref-text.ts";
import type { Committing } from "./with-committer.ts";

export const commitParams = {
  branch_name: required(text),
  commit_message: required(text),
  author_email: optional(text),
  author_name: optional(text),
};

/** Bytes. One RPC call to a Durable Object carries at most 32 MiB. */
const LARGEST_COMMIT = 30_000_000;
/** Bytes of an action in a call, besides its texts and content. */
const ACTION_BYTES = 256;
/** Most bytes of a UTF-16 unit in a call. */
const CHARACTER_BYTES = 2;

/** Where a commit begins, see git/operations/create-commit.ts. */
export type CommitStart = Pick<NewCommit, "start" | "startProjectId" | "isForced">;

type CommitCall = ProjectCall & { readonly params: ParamValues<typeof commitParams> };

/**
 * @param start the revision that a new branch begins at; undefined if the branch must exist
 * @throws ApiError 400 for a commit over 30 MB
 */
export function runCommit(
  call: CommitCall,
  { repository, committer, pusher }: Committing,
  actions: readonly FileAction[],
  { start, startProjectId = null, isForced = false }: CommitStart = {},
): Promise<CreateCommitOutcome> {
  const { branch_name, commit_message, author_name, author_email } = call.params;
  const message = commit_message ?? "";
  const author = { name: author_name ?? null, email: author_email ?? null };
  const texts = [message, author.name ?? "", author.email ?? ""];
  if (actions.reduce((sum, action) => sum + sizeOf(action), textSize(texts)) > LARGEST_COMMIT) {
    throw badRequest(`A commit through the API is at most ${LARGEST_COMMIT / 1_000_000} MB. Push larger ones.`);
  }
  return repository.run("createCommit", {
    branch: refText(branch_name),
    start: start === undefined ? undefined : refText(start),
    startProjectId,
    isForced,
    message,
    author,
    committer,
    actions,
    pusher,
    at: call.now,
  });
}

function sizeOf(action: FileAction): number {
  const content = action.action === "delete" || action.action === "chmod" ? 0 : (action.content?.length ?? 0);
  const paths = action.action === "move" ? [action.path, action.previousPath] : [action.path];
  return content + textSize(paths) + ACTION_BYTES;
}

const textSize = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length * CHARACTER_BYTES, 0);
