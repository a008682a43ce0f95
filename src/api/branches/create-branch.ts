// Creates a branch, in every version of the API.

import type { ProjectRow } from "../../db/queries/projects/row.ts";
import type { BranchRecord } from "../../git/repository/branch-record.ts";
import { text } from "../../http/coerce.ts";
import { badRequest } from "../../http/errors.ts";
import type { Param } from "../../http/params.ts";
import { required } from "../../http/params.ts";
import type { PresenterContext } from "../presenter-context.ts";
import { refText } from "../repositories/ref-text.ts";
import { repositoryEndpoint, withPusher } from "../repositories/repository-endpoint.ts";
import { respond } from "../respond.ts";
import { one } from "../response.ts";

/** Makes the JSON of a branch. */
export type PresentBranch<Body> = (branch: BranchRecord, context: PresenterContext, project: ProjectRow) => Body;

/** @param name how requests name the new branch */
export const creatingBranch = <Body>(name: Param<string | null>, present: PresentBranch<Body>) =>
  repositoryEndpoint({
    access: { project: "push_code" },
    params: { branch_name: name, ref: required(text) },
    response: one(present),
    async handle(call) {
      const { branch_name, ref } = call.params;
      const { project, repository, pusher } = await withPusher(call);
      const outcome = await repository.run("createBranch", {
        name: refText(branch_name),
        revision: refText(ref),
        pusher,
        at: call.now,
      });
      return respond(outcome, {
        created: ({ branch }) => present(branch, call, project),
        invalid_name: () => badRequest("Branch name is invalid"),
        exists: () => badRequest("Branch already exists"),
        unknown_revision: () => badRequest("Invalid reference name"),
        refused: ({ refusal }) => badRequest(refusal.text),
      });
    },
  });
