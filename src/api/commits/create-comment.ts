// Creates a comment on a commit, in every version of the API.

import type { CommitCommentRow } from "../../db/queries/commits/comments.ts";
import type { DiffPosition } from "../../git/operations/position-comment.ts";
import { integer, oneOf, segment, text } from "../../http/coerce.ts";
import { badParameters, failedTo, notFound } from "../../http/errors.ts";
import { optional, required, withDefault } from "../../http/params.ts";
import { createCommitComment } from "../../services/commit-comments/create.ts";
import type { PresentRow } from "../presenter-context.ts";
import { refusals } from "../refusals.ts";
import { refText } from "../repositories/ref-text.ts";
import { repositoryEndpoint, withPusher } from "../repositories/repository-endpoint.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";
import { verbContext } from "../verb-context.ts";

export const creatingComment = <Body>(present: PresentRow<CommitCommentRow, Body>) =>
  repositoryEndpoint({
    access: { project: "download_code" },
    params: {
      sha: required(segment),
      note: required(text),
      path: optional(text),
      line: optional(integer),
      line_type: withDefault<DiffPosition["lineType"]>(oneOf("new", "old"), "new"),
    },
    response: one(present),
    async handle(call) {
      const { sha, note } = call.params;
      const { project, repository, actor } = await withPusher(call);
      const commit = await repository.run("positionComment", refText(sha), givenPosition(call.params));
      if (commit === null) throw notFound("Commit");
      const params = { note: note ?? "", at: commit, thread: null, createdAt: null };
      const outcome = await createCommitComment(verbContext(call, actor), project.id, params);
      return respond(outcome, {
        gone: refusals.project_gone,
        created: ({ comment }) => present(comment, call),
        invalid: ({ errors }) => failedTo("save note", errors),
      });
    },
  });

interface GivenPosition {
  readonly path?: string | null | undefined;
  readonly line?: number | null | undefined;
  readonly line_type: DiffPosition["lineType"];
}

/** A path needs a line; without a path the line is ignored. */
function givenPosition({ path, line, line_type }: GivenPosition): DiffPosition | null {
  if (!path) return null;
  if (line == null) throw badParameters(["line is missing"]);
  return { path, line, lineType: line_type };
}
