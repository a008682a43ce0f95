// The issues that are linked to an issue, with the forms that add and remove links.
import { createLink, deleteLink, listLinks } from "../../api/v4/issues/issue-links.ts";
import { ApiError, badRequest } from "../../http/errors.ts";
import { isMember } from "../../permissions/abilities.ts";
import { State } from "../components/basics.tsx";
import { ActionButton, Button, Form, TextField } from "../components/form.tsx";
import { iidOf, issuablePath, issueKind } from "../issuables/kinds.ts";
import type { Visit, VisitedProject } from "../visit.ts";

const namedIssue = (visit: Visit) => ({ id: visit.projectPath, issue_iid: iidOf(visit).value });

export const readLinks = (visit: Visit) => visit.api.call(listLinks, namedIssue(visit));

interface Props {
  readonly visit: Visit;
  readonly project: VisitedProject;
  readonly links: Awaited<ReturnType<typeof readLinks>>;
}

export const LinkedIssues = ({ visit, project, links }: Props) => {
  const base = `${issuablePath(visit, issueKind)}/links`;
  const canLink = isMember(project, project.access_level);
  return (
    (canLink || links.length > 0) && (
      <section class="box">
        <h2>Linked issues</h2>
        <ul class="list">
          {links.map(({ title, state, issue_link_id, references: { full } }) => (
            <li>
              <a class="main" href={`/${full.replace("#", "/issues/")}`}>
                {title}
              </a>{" "}
              {full} <State state={state} />
              {canLink && (
                <ActionButton visit={visit} action={`${base}/${issue_link_id}/delete`}>
                  Remove the link
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
        {canLink && (
          <Form visit={visit} action={base} class="filters" label="Link an issue">
            <TextField
              name="issue"
              label="Issue"
              hint="#1 or group/project#1"
              value={visit.entered("issue")}
              required
            />
            <Button>Link</Button>
          </Form>
        )}
      </section>
    )
  );
};

export async function addLink(visit: Visit): Promise<Response> {
  const [, project, iid] = /^(?:(.+)#|#?)(\d+)$/.exec(visit.formText("issue")?.trim() ?? "") ?? [];
  if (iid === undefined) throw badRequest("This does not name an issue");
  const path = project?.includes("/") === false ? visit.projectPath.replace(/[^/]*$/, project) : project;
  const target = { target_project_id: path ?? visit.projectPath, target_issue_iid: iid };
  await visit.api.call(createLink, { ...namedIssue(visit), ...target }).catch((error) => {
    // A 404 would be shown as a missing page.
    throw error instanceof ApiError && error.status === 404 ? badRequest("There is no such issue") : error;
  });
  return visit.redirect(issuablePath(visit, issueKind));
}

export async function removeLink(visit: Visit): Promise<Response> {
  await visit.api.call(deleteLink, { ...namedIssue(visit), issue_link_id: visit.param("link") });
  return visit.redirect(issuablePath(visit, issueKind));
}
