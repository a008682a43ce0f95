// POST /projects/:id/statuses/:sha

import { float, oneOf, segment, text } from "../../../http/coerce.ts";
import { badRequest, notFound } from "../../../http/errors.ts";
import { optional, required } from "../../../http/params.ts";
import { insertFailedBuildTodos, mergeAfterBuild } from "../../../services/merge-requests/merge-after-build.ts";
import { createStatus as create, type NotifiableStatus } from "../../../services/statuses/create.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { refusals } from "../../refusals.ts";
import { refText } from "../../repositories/ref-text.ts";
import { withPusher } from "../../repositories/repository-endpoint.ts";
import { respond } from "../../respond.ts";
import { one } from "../../response.ts";
import { verbContext } from "../../verb-context.ts";
import { presentStatus } from "../presenters/status.ts";

/** GitLab's names of the transitions to each status. */
const transitions: Record<NotifiableStatus, string> = {
  pending: "enqueue",
  running: "run",
  success: "success",
  failed: "drop",
  canceled: "cancel",
};

export const createStatus = endpoint({
  access: { project: "create_commit_status" },
  params: {
    ...idParam,
    sha: required(segment),
    state: required(oneOf("pending", "running", "success", "failed", "canceled")),
    ref: optional(text),
    target_url: optional(text),
    description: optional(text),
    name: optional(text),
    context: optional(text),
    coverage: optional(float),
  },
  response: one(presentStatus),
  async handle(call) {
    const { sha, state, name, context, target_url, description, coverage } = call.params;
    const { project, repository, actor } = await withPusher(call);
    const commit = await repository.run("locateCommit", refText(sha));
    if (commit === null) throw notFound("Commit");
    const ref = call.params.ref || commit.branch;
    if (ref === null) throw notFound("References for commit");
    const pipeline = { project_id: project.id, sha: commit.id, ref };
    const outcome = await create(verbContext(call, actor), pipeline, {
      status: state,
      name: name ?? context ?? "default",
      target_url: target_url ?? null,
      description: description ?? null,
      coverage: coverage ?? null,
    });
    return respond(outcome, {
      ...refusals,
      recorded: async ({ status }) => {
        if (state === "success") await mergeAfterBuild(verbContext(call, actor), pipeline);
        if (state === "failed") await insertFailedBuildTodos(verbContext(call, actor), pipeline);
        return presentStatus(status, call);
      },
      no_such_transition: ({ from }) => badRequest(refusedTransition(transitions[state], from)),
    });
  },
});

const refusedTransition = (event: string, from: string): string =>
  `Cannot transition status via :${event} from :${from} (Reason(s): Status cannot transition via "${event}")`;
