// GET, POST /:namespace/:project/merge_requests/:iid/edit
import { forbidden } from "../../http/errors.ts";
import { canOnProject, canUpdateMergeRequest } from "../../permissions/abilities.ts";
import { Checkbox, ConfirmedButton, Form } from "../components/form.tsx";
import { enteredValues } from "../issuables/fields.tsx";
import { IssuableForm } from "../issuables/form.tsx";
import { changeMergeRequest, issuablePath, mergeRequestKind } from "../issuables/kinds.ts";
import { Hidden } from "../issuables/notes.tsx";
import { readChoices } from "../issuables/read.ts";
import { checkVersion, versionOf } from "../issuables/text-version.ts";
import type { Action, Page } from "../page.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { Branch } from "./branch-form.tsx";
import { findMergeRequest, namedMergeRequest } from "./found-merge-request.ts";
import { MOST_BRANCHES } from "./read-proposal.ts";

type MergeRequest = Awaited<ReturnType<typeof readMergeRequest>>;

const readMergeRequest = (visit: Visit) => visit.api.call(findMergeRequest, namedMergeRequest(visit));

export const editMergeRequestPage: Page = async (visit) => {
  const [mergeRequest, project, choices] = await Promise.all([
    readMergeRequest(visit),
    visit.project(),
    readChoices(visit),
  ]);
  const { isAuthor, canEdit } = rightsOn(project, mergeRequest);
  if (!canEdit) throw forbidden();
  const isOpen = mergeRequest.state === "opened" || mergeRequest.state === "reopened";
  const branches = await visit.base.repositories.open(project.id).run("branchNames", MOST_BRANCHES);
  const base = issuablePath(visit, mergeRequestKind);
  const target = visit.entered("target_branch", mergeRequest.target_branch);
  const isRemoved = visit.entered("remove_source_branch", String(mergeRequest.force_remove_source_branch));
  return {
    title: `Edit ${mergeRequest.title} (!${mergeRequest.iid})`,
    project,
    tab: "merge_requests",
    content: (
      <section>
        <h1>Edit merge request !{mergeRequest.iid}</h1>
        <IssuableForm
          visit={visit}
          action={`${base}/edit`}
          choices={choices}
          has={mergeRequest}
          canManage={canOnProject(project, "admin_merge_request", project.access_level)}
          isIssue={false}
          submit="Save merge request"
          back={base}
        >
          <Hidden fields={{ version: versionOf(mergeRequest) }} />
          {isOpen && <Branch name="target_branch" label="Target branch" value={target} branches={branches} />}
          {isOpen && (
            <Checkbox
              name="squash"
              label="Squash its commits into one when it is merged"
              isChecked={visit.entered("squash", String(mergeRequest.squash)) === "true"}
            />
          )}
          {isOpen && isAuthor && (
            <Checkbox
              name="remove_source_branch"
              label="Remove the source branch when it is merged"
              isChecked={isRemoved === "true"}
            />
          )}
        </IssuableForm>
        {canOnProject(project, "remove_merge_request", project.access_level) && (
          <Form visit={visit} action={`${base}/delete`} class="box" label="Delete">
            <p>The merge request and its discussion cannot be restored. Its branches remain.</p>
            <ConfirmedButton>Delete merge request</ConfirmedButton>
          </Form>
        )}
      </section>
    ),
  };
};

function rightsOn(project: VisitedProject, { author, assignee }: MergeRequest) {
  const { viewer_id, viewer_admin } = project;
  const written = { author_id: author.id, assignee_id: assignee?.id ?? null };
  const canEdit = viewer_id !== null && canUpdateMergeRequest({ viewer_id, viewer_admin }, written, project);
  return { isAuthor: viewer_id === author.id, canEdit };
}

export const editMergeRequest: Action = {
  form: editMergeRequestPage,
  async submit(visit) {
    checkVersion(visit, await readMergeRequest(visit));
    const { due_date: _, confidential: __, ...values } = await enteredValues(visit);
    await visit.api.call(changeMergeRequest, {
      ...namedMergeRequest(visit),
      ...values,
      squash: visit.formText("squash"),
      target_branch: visit.formText("target_branch"),
      remove_source_branch: visit.formText("remove_source_branch"),
    });
    return visit.redirect(issuablePath(visit, mergeRequestKind));
  },
};
