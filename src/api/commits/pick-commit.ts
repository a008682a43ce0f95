// Cherry-picks a commit to a branch or reverts it there, in every version of the API.
import type { ProjectRow } from "../../db/queries/projects/row.ts";
import type { CommitRecord } from "../../git/repository/commit-record.ts";
import { boolean, segment, text } from "../../http/coerce.ts";
import { type ApiError, badRequest, notFound } from "../../http/errors.ts";
import { optional, required } from "../../http/params.ts";
import { Reply } from "../endpoint.ts";
import type { PresenterContext } from "../presenter-context.ts";
import { refText } from "../repositories/ref-text.ts";
import { repositoryEndpoint } from "../repositories/repository-endpoint.ts";
import { respond } from "../respond.ts";
import type { EndpointResponse } from "../response.ts";
import { notAllowed } from "./commit-refusals.ts";
import { withCommitter } from "./with-committer.ts";

type PickParams = typeof pickParams & Partial<Omit<typeof dryPickParams, keyof typeof pickParams>>;

export const pickParams = { sha: required(segment), branch: required(text) };

export const dryPickParams = { ...pickParams, message: optional(text), dry_run: optional(boolean) };

/** Why there is nothing to commit. */
export type UnpickedReason = "conflict" | "empty";

interface Picking<Body> {
  readonly verb: "cherry-pick" | "revert";
  readonly params: PickParams;
  readonly response: EndpointResponse<Body>;
  readonly present: (commit: CommitRecord, context: PresenterContext, project: ProjectRow) => unknown;
  /** Only versions with dry runs have it. */
  readonly presentDryRun?: () => unknown;
  readonly refuse: (text: string, reason: UnpickedReason) => ApiError;
}

export const pickingCommit = <Body>({ verb, params, response, present, presentDryRun, refuse }: Picking<Body>) => {
  const text = `Sorry, we cannot ${verb} this commit automatically. A ${verb} may have already been performed with this commit, or a more recent commit may have updated some of its content.`;
  const conflict = () => refuse(text, "conflict");
  return repositoryEndpoint({
    access: { project: "push_code" },
    params,
    response,
    async handle(call) {
      const { sha, branch, message, dry_run } = call.params;
      const { project, repository, committer, pusher } = await withCommitter(call);
      const outcome = await repository.run("cherryPickCommit", {
        revision: refText(sha),
        branch: refText(branch),
        isRevert: verb === "revert",
        isDryRun: dry_run === true,
        message: message ?? "",
        committer,
        pusher,
        at: call.now,
      });
      return respond(outcome, {
        picked: ({ commit }) => present(commit, call, project),
        possible: () => new Reply(200, presentDryRun?.()),
        no_such_commit: () => notFound("Commit"),
        no_such_branch: () => notFound("Branch"),
        conflicts: conflict,
        too_much: conflict,
        nothing_to_pick: () => refuse(text, "empty"),
        not_allowed: notAllowed,
        bad_object: ({ text }) => badRequest(text),
      });
    },
  });
};
