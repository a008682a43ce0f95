// GET, POST /:namespace/:project/issue_trackers: the external issue tracker of a project.
import { deleteIssueTracker } from "../../api/v3/issue-trackers/delete-issue-tracker.ts";
import { getIssueTracker } from "../../api/v3/issue-trackers/get-issue-tracker.ts";
import { putIssueTracker } from "../../api/v3/issue-trackers/put-issue-tracker.ts";
import { ApiError, badRequest } from "../../http/errors.ts";
import { ActionButton, Button, Form, TextField } from "../components/form.tsx";
import type { Action, Page } from "../page.ts";
import { visitedProjectUrl } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";

const fields = [
  ["title", "Title", "", false],
  ["description", "Description", "", false],
  ["project_url", "URL of the tracker's project", "", true],
  ["issues_url", "URL of an issue", "`:id` stands for the issue's id: https://tracker.example/issues/:id", true],
  ["new_issue_url", "URL of the form for a new issue", "", true],
] as const;

const trackerUrl = (visit: Visit): string => `${visitedProjectUrl(visit)}/issue_trackers`;

export const issueTrackerPage: Page = async (visit) => {
  const [project, tracker] = await Promise.all([
    visit.project(),
    visit.api.call(getIssueTracker, { id: visit.projectPath }),
  ]);
  const properties = new Map<string, string | null>(Object.entries(tracker.properties));
  const url = trackerUrl(visit);
  return {
    title: `External issue tracker · ${project.name}`,
    project,
    tab: "settings",
    content: (
      <section class="narrow">
        <h1>External issue tracker</h1>
        <p>Commits and merge requests refer to its issues by their ids.</p>
        <Form visit={visit} action={url} class="box" label="External issue tracker">
          {fields.map(([name, label, hint, required]) => (
            <TextField
              name={name}
              label={label}
              type={required ? "url" : "text"}
              value={visit.entered(name, properties.get(name))}
              required={required}
              {...(hint !== "" && { hint })}
            />
          ))}
          <Button kind="primary">Save changes</Button>
        </Form>
        {tracker.active && (
          <ActionButton visit={visit} action={`${url}/delete`} kind="danger">
            Remove the issue tracker
          </ActionButton>
        )}
      </section>
    ),
  };
};

export const saveIssueTracker: Action = {
  async submit(visit) {
    const given = Object.fromEntries(fields.map(([name]) => [name, visit.form.get(name)]));
    await visit.api.call(putIssueTracker, { id: visit.projectPath, ...given }).catch(explain);
    return redirectWith(visit, "The issue tracker was saved.", trackerUrl(visit));
  },
  form: issueTrackerPage,
};

/** The API's 400 gives no reason. */
function explain(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 400) throw error;
  throw badRequest("The URLs begin with http:// or https://, and no text has more than 2,000 characters");
}

export const removeIssueTracker: Action = {
  async submit(visit) {
    await visit.api.call(deleteIssueTracker, { id: visit.projectPath });
    return redirectWith(visit, "The issue tracker was removed.", trackerUrl(visit));
  },
  form: issueTrackerPage,
};
