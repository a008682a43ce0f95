// The forms that create and edit a milestone, and the action that closes and reopens one.

import { createMilestone } from "../../api/v3/milestones/create-milestone.ts";
import { updateMilestone } from "../../api/v3/milestones/update-milestone.ts";
import { forbidden } from "../../http/errors.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { Button, Form, TextArea, TextField } from "../components/form.tsx";
import { enteredText } from "../issuables/fields.tsx";
import { iidOf } from "../issuables/kinds.ts";
import { Hidden } from "../issuables/notes.tsx";
import type { Action, Page, View } from "../page.ts";
import { visitedProjectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { milestonePage, readMilestone, type ShownMilestone } from "./milestone-page.tsx";

/** The form's page. @param milestone null for a new one. @throws ApiError 403 */
function view(visit: Visit, project: VisitedProject, milestone: ShownMilestone | null): View {
  if (!canOnProject(project, "admin_milestone", project.access_level)) throw forbidden();
  const list = `${visitedProjectUrl(visit)}/milestones`;
  const at = milestone === null ? list : `${list}/${milestone.iid}`;
  const heading = milestone === null ? "New milestone" : `Edit milestone ${milestone.title}`;
  return {
    title: `${heading} in ${visit.projectPath}`,
    project,
    tab: "issues",
    content: (
      <section class="narrow">
        <h1>{heading}</h1>
        <Form visit={visit} action={milestone === null ? list : `${at}/edit`} class="box">
          {milestone !== null && <Hidden fields={{ id: String(milestone.id) }} />}
          <Fields visit={visit} milestone={milestone} />
          <div class="actions">
            <Button kind="primary">{milestone === null ? "Create milestone" : "Save milestone"}</Button>
            <a href={at}>Cancel</a>
          </div>
        </Form>
      </section>
    ),
  };
}

const Fields = ({ visit, milestone }: { visit: Visit; milestone: ShownMilestone | null }) => (
  <>
    <TextField name="title" label="Title" value={visit.entered("title", milestone?.title)} required />
    <TextArea
      name="description"
      label="Description"
      value={visit.entered("description", milestone?.description)}
      hint="Markdown is supported."
    />
    <TextField
      name="start_date"
      label="Start date"
      type="date"
      value={visit.entered("start_date", milestone?.start_date)}
    />
    <TextField name="due_date" label="Due date" type="date" value={visit.entered("due_date", milestone?.due_date)} />
  </>
);

export const newMilestonePage: Page = async (visit) => {
  if (!visit.isSignedIn) throw visit.base.credentials.unknownViewer();
  const project = await visit.project();
  if (project.viewer_id === null) throw visit.base.credentials.unknownViewer();
  return view(visit, project, null);
};

export const editMilestonePage: Page = async (visit) => {
  const { milestone, project } = await readMilestone(visit);
  return view(visit, project, milestone);
};

const attributes = (visit: Visit) => ({
  id: visit.projectPath,
  title: enteredText(visit, "title"),
  description: enteredText(visit, "description"),
  start_date: visit.form.get("start_date"),
  due_date: visit.form.get("due_date"),
});

export const createMilestoneAction: Action = {
  form: newMilestonePage,
  async submit(visit) {
    const milestone = await visit.api.call(createMilestone, attributes(visit));
    return visit.redirect(`${visitedProjectUrl(visit)}/milestones/${milestone.iid}`);
  },
};

const toPage = (visit: Visit): Response =>
  visit.redirect(`${visitedProjectUrl(visit)}/milestones/${iidOf(visit).value}`);

export const updateMilestoneAction: Action = {
  form: editMilestonePage,
  async submit(visit) {
    await visit.api.call(updateMilestone, { ...attributes(visit), milestone_id: visit.formText("id") });
    return toPage(visit);
  },
};

export const setMilestoneState: Action = {
  form: milestonePage,
  async submit(visit) {
    const state_event = visit.formText("state_event");
    const milestone_id = visit.formText("id");
    await visit.api.call(updateMilestone, { id: visit.projectPath, milestone_id, state_event });
    return toPage(visit);
  },
};
