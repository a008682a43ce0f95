// POST /projects/:id/repository/commits

import { objectsOf } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { presentCommitDetail } from "../presenters/commit-detail.ts";
import { repositoryEndpoint } from "../repositories/repository-endpoint.ts";
import { commitRefusal } from "./commit-refusals.ts";
import { actionFields, fileAction } from "./given-actions.ts";
import { commitParams, runCommit } from "./run-commit.ts";
import { withCommitter } from "./with-committer.ts";

const { branch_name, commit_message, ...authorParams } = commitParams;

export const createCommit = repositoryEndpoint({
  access: { project: "push_code" },
  params: { branch_name, commit_message, actions: required(objectsOf(actionFields)), ...authorParams },
  response: one(presentCommitDetail),
  async handle(call) {
    const committing = await withCommitter(call);
    const outcome = await runCommit(call, committing, call.params.actions.map(fileAction));
    return respond(outcome, {
      created: ({ commit, stats }) => presentCommitDetail({ commit, stats, status: null }),
      refused: ({ refusal }) => commitRefusal(refusal),
    });
  },
});
