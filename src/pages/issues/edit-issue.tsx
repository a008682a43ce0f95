// GET, POST /:namespace/:project/issues/:iid/edit, and the actions that move and delete an issue.
import { deleteIssue, getIssue, moveIssue } from "../../api/v3/issues/single-issues.ts";
import { findProject } from "../../db/queries/projects/projects.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import { badRequest, forbidden } from "../../http/errors.ts";
import { Button, ConfirmedButton, Form, TextField } from "../components/form.tsx";
import { enteredValues } from "../issuables/fields.tsx";
import { IssuableForm } from "../issuables/form.tsx";
import { iidOf, issuablePath, issueKind } from "../issuables/kinds.ts";
import { Hidden } from "../issuables/notes.tsx";
import { readChoices } from "../issuables/read.ts";
import { checkVersion, versionOf } from "../issuables/text-version.ts";
import type { Action, Page } from "../page.ts";
import { pathOfUrl, visitedProjectUrl } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";
import { findIssue } from "./found-issue.ts";
import { rightsOn } from "./rights.ts";

export const editIssuePage: Page = async (visit) => {
  const [issue, project, choices] = await Promise.all([
    visit.api.call(findIssue, { id: visit.projectPath, issue_id: iidOf(visit) }),
    visit.project(),
    readChoices(visit),
  ]);
  const { canEdit, canManage, canDelete } = rightsOn(project, issue);
  if (!canEdit) throw forbidden();
  const base = issuablePath(visit, issueKind);
  const id = String(issue.id);
  return {
    title: `Edit ${issue.title} (#${issue.iid})`,
    project,
    tab: "issues",
    content: (
      <section>
        <h1>Edit issue #{issue.iid}</h1>
        <IssuableForm
          visit={visit}
          action={`${base}/edit`}
          choices={choices}
          has={issue}
          canManage={canManage}
          isIssue
          submit="Save issue"
          back={base}
        >
          <Hidden fields={{ id, version: versionOf(issue) }} />
        </IssuableForm>
        {canManage && <MoveForm visit={visit} base={base} id={id} />}
        {canDelete && <DeleteForm visit={visit} base={base} id={id} />}
      </section>
    ),
  };
};

interface PartProps {
  readonly visit: Visit;
  readonly base: string;
  readonly id: string;
}

const MoveForm = ({ visit, base, id }: PartProps) => (
  <Form visit={visit} action={`${base}/move`} class="box" label="Move">
    <Hidden fields={{ id }} />
    <TextField name="to" label="Move to project" value={visit.entered("to")} hint="Its path, such as group/project." />
    <Button>Move issue</Button>
  </Form>
);

const DeleteForm = ({ visit, base, id }: PartProps) => (
  <Form visit={visit} action={`${base}/delete`} class="box" label="Delete">
    <Hidden fields={{ id }} />
    <p>The issue and its discussion cannot be restored.</p>
    <ConfirmedButton>Delete issue</ConfirmedButton>
  </Form>
);

export const editIssue: Action = {
  form: editIssuePage,
  async submit(visit) {
    const id = visit.formText("id");
    checkVersion(visit, await visit.api.call(getIssue, { id: visit.projectPath, issue_id: id }));
    await issueKind.update(visit, id, await enteredValues(visit));
    return visit.redirect(issuablePath(visit, issueKind));
  },
};

export const moveIssueAction: Action = {
  form: editIssuePage,
  async submit(visit) {
    const { db, viewer } = visit.base;
    const path = visit.formText("to")?.trim() ?? "";
    const [[to]] = await db.batch(findProject(viewer, projectKey({ id: null, path })));
    if (to === undefined || to.id === null) throw badRequest(`There is no project ${path} that you may see`);
    const values = { id: visit.projectPath, issue_id: visit.formText("id"), to_project_id: to.id };
    const moved = await visit.api.call(moveIssue, values);
    return redirectWith(visit, "The issue was moved here.", pathOfUrl(moved.web_url));
  },
};

export const deleteIssueAction: Action = {
  form: editIssuePage,
  async submit(visit) {
    await visit.api.call(deleteIssue, { id: visit.projectPath, issue_id: visit.formText("id") });
    return redirectWith(visit, "The issue was deleted.", `${visitedProjectUrl(visit)}/issues`);
  },
};
