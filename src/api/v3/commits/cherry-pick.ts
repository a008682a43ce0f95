// POST /projects/:id/repository/commits/:sha/cherry_pick

import { segment, text } from "../../../http/coerce.ts";
import { badRequest, notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { notAllowed } from "../../commits/commit-refusals.ts";
import { withCommitter } from "../../commits/with-committer.ts";
import { refText } from "../../repositories/ref-text.ts";
import { repositoryEndpoint } from "../../repositories/repository-endpoint.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { presentCommit } from "../presenters/commit.ts";

const CANNOT_PICK =
  "Sorry, we cannot cherry-pick this commit automatically. A cherry-pick may have already been performed with this commit, or a more recent commit may have updated some of its content.";

export const cherryPick = repositoryEndpoint({
  access: { project: "push_code" },
  params: { sha: required(segment), branch: required(text) },
  response: one(presentCommit),
  async handle(call) {
    const { sha, branch } = call.params;
    const { repository, committer, pusher } = await withCommitter(call);
    const outcome = await repository.run("cherryPickCommit", {
      revision: refText(sha),
      branch: refText(branch),
      committer,
      pusher,
      at: call.now,
    });
    return respond(outcome, {
      picked: ({ commit }) => presentCommit(commit),
      no_such_commit: () => notFound("Commit"),
      no_such_branch: () => notFound("Branch"),
      conflicts: () => badRequest(CANNOT_PICK),
      too_much: () => badRequest(CANNOT_PICK),
      nothing_to_pick: () => badRequest(CANNOT_PICK),
      not_allowed: notAllowed,
      bad_object: ({ text }) => badRequest(text),
    });
  },
});
