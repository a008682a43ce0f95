// GET /:namespace/:project/issues/new, POST /:namespace/:project/issues
import { createIssue } from "../../api/v3/issues/single-issues.ts";
import { forbidden } from "../../http/errors.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { enteredValues, noAttributes } from "../issuables/fields.tsx";
import { IssuableForm } from "../issuables/form.tsx";
import { readChoices } from "../issuables/read.ts";
import type { Action, Page } from "../page.ts";
import { pathOfUrl, visitedProjectUrl } from "../paths.ts";

export const newIssuePage: Page = async (visit) => {
  if (!visit.isSignedIn) throw visit.base.credentials.unknownViewer();
  const [project, choices] = await Promise.all([visit.project(), readChoices(visit)]);
  if (project.viewer_id === null) throw visit.base.credentials.unknownViewer();
  if (project.issues_enabled === 0) throw forbidden("This project does not use issues.");
  const base = `${visitedProjectUrl(visit)}/issues`;
  // A link may fill in the fields, as in GitLab.
  const prefilled = (name: string) => visit.url.searchParams.get(`issue[${name}]`) ?? "";
  return {
    title: `New issue in ${visit.projectPath}`,
    project,
    tab: "issues",
    content: (
      <section>
        <h1>New issue</h1>
        <IssuableForm
          visit={visit}
          action={base}
          choices={choices}
          has={{ ...noAttributes, title: prefilled("title"), description: prefilled("description") }}
          canManage={canOnProject(project, "admin_issue", project.access_level)}
          isIssue
          submit="Create issue"
          back={base}
        />
      </section>
    ),
  };
};

export const createIssueAction: Action = {
  form: newIssuePage,
  async submit(visit) {
    const values = await enteredValues(visit);
    const issue = await visit.api.call(createIssue, { ...values, id: visit.projectPath });
    return visit.redirect(pathOfUrl(issue.web_url));
  },
};
