// POST /projects/:id/repository/commits

import { objectsOf } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import { commitRefusal } from "../../commits/commit-refusals.ts";
import { actionFields, fileActions } from "../../commits/given-actions.ts";
import { pathFault } from "../../commits/given-path.ts";
import { commitParams, runCommit } from "../../commits/run-commit.ts";
import { withCommitter } from "../../commits/with-committer.ts";
import { repositoryEndpoint } from "../../repositories/repository-endpoint.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { presentCommitDetail } from "../presenters/commit-detail.ts";

const { branch_name, commit_message, ...authorParams } = commitParams;

export const createCommit = repositoryEndpoint({
  access: { project: "push_code" },
  params: { branch_name, commit_message, actions: required(objectsOf(actionFields)), ...authorParams },
  response: one(presentCommitDetail),
  async handle(call) {
    const committing = await withCommitter(call);
    const outcome = await runCommit(call, committing, fileActions(call.params.actions, pathFault));
    return respond(outcome, {
      created: ({ commit, stats }) => presentCommitDetail({ commit, stats, status: null }),
      refused: ({ refusal }) => commitRefusal(refusal),
    });
  },
});
