// The forms that create, edit and delete a label, and the action that subscribes to one.

import { createLabel } from "../../api/v3/labels/create-label.ts";
import { deleteLabel } from "../../api/v3/labels/delete-label.ts";
import { subscribeToLabel, unsubscribeFromLabel } from "../../api/v3/labels/label-subscription.ts";
import { listLabels } from "../../api/v3/labels/list-labels.ts";
import { updateLabel } from "../../api/v3/labels/update-label.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import { canOnProject } from "../../permissions/abilities.ts";
import { ActionButton, Button, Form, TextField } from "../components/form.tsx";
import { Hidden } from "../issuables/notes.tsx";
import type { Action, Page, View } from "../page.ts";
import { visitedProjectUrl } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { labelListPage, type ShownLabel } from "./label-list.tsx";

/** GitLab's colour of labels that are created by naming them. */
const FIRST_COLOUR = "#428BCA";

/** The label of the path. @throws ApiError 403 without the right to manage labels, 404 without the label */
async function managed(visit: Visit): Promise<{ project: VisitedProject; label: ShownLabel | null }> {
  const [labels, project] = await Promise.all([visit.api.call(listLabels, { id: visit.projectPath }), visit.project()]);
  if (!canOnProject(project, "admin_label", project.access_level)) throw forbidden();
  const { label_id } = visit.path;
  const label = labels.find(({ id }) => String(id) === label_id) ?? null;
  if (label_id !== undefined && label === null) throw notFound("Label");
  return { project, label };
}

export const newLabelPage: Page = async (visit) => {
  const { project } = await managed(visit);
  const list = `${visitedProjectUrl(visit)}/labels`;
  return view(visit, project, "New label", <LabelForm visit={visit} action={list} list={list} label={null} />);
};

export const editLabelPage: Page = async (visit) => {
  const { project, label } = await managed(visit);
  if (label === null) throw notFound("Label");
  const list = `${visitedProjectUrl(visit)}/labels`;
  const at = `${list}/${label.id}`;
  return view(
    visit,
    project,
    `Edit label ${label.name}`,
    <>
      <LabelForm visit={visit} action={at} list={list} label={label} />
      <ActionButton visit={visit} action={`${at}/delete`} fields={{ old_name: label.name }} isConfirmed>
        Delete label
      </ActionButton>
    </>,
  );
};

const view = (visit: Visit, project: VisitedProject, title: string, content: View["content"]): View => ({
  title: `${title} in ${visit.projectPath}`,
  project,
  tab: "issues",
  content: (
    <section class="narrow">
      <h1>{title}</h1>
      {content}
    </section>
  ),
});

interface FormProps {
  readonly visit: Visit;
  readonly action: string;
  /** The path of the list. */
  readonly list: string;
  /** Null for a new one. */
  readonly label: ShownLabel | null;
}

const LabelForm = ({ visit, action, list, label }: FormProps) => (
  <Form visit={visit} action={action} class="box">
    {label !== null && <Hidden fields={{ old_name: label.name }} />}
    <TextField name="name" label="Name" value={visit.entered("name", label?.name)} required />
    <TextField
      name="color"
      label="Colour"
      type="color"
      value={visit.entered("color", sixDigits(label?.color ?? FIRST_COLOUR))}
    />
    <TextField name="description" label="Description" value={visit.entered("description", label?.description)} />
    <TextField
      name="priority"
      label="Priority"
      type="number"
      value={visit.entered("priority", label?.priority == null ? "" : String(label.priority))}
      hint="0 is the highest. Empty for none."
    />
    <div class="actions">
      <Button kind="primary">{label === null ? "Create label" : "Save label"}</Button>
      <a href={list}>Cancel</a>
    </div>
  </Form>
);

/** The only form that an input of type color takes. */
const sixDigits = (color: string): string => (color.length === 4 ? color.replace(/[\da-f]/gi, "$&$&") : color);

const attributes = (visit: Visit) => ({
  color: visit.formText("color"),
  description: visit.form.get("description"),
  priority: visit.form.get("priority"),
});

/** To the list, with a confirmation. */
const toList = (visit: Visit, notice: string): Response =>
  redirectWith(visit, notice, `${visitedProjectUrl(visit)}/labels`);

export const createLabelAction: Action = {
  form: newLabelPage,
  async submit(visit) {
    const name = visit.formText("name");
    await visit.api.call(createLabel, { ...attributes(visit), id: visit.projectPath, name });
    return toList(visit, `Label ${name} was created.`);
  },
};

export const updateLabelAction: Action = {
  form: editLabelPage,
  async submit(visit) {
    const new_name = visit.formText("name");
    const name = visit.formText("old_name");
    await visit.api.call(updateLabel, { ...attributes(visit), id: visit.projectPath, name, new_name });
    return toList(visit, `Label ${new_name ?? name} was saved.`);
  },
};

export const deleteLabelAction: Action = {
  form: editLabelPage,
  async submit(visit) {
    const name = visit.formText("old_name");
    await visit.api.call(deleteLabel, { id: visit.projectPath, name });
    return toList(visit, `Label ${name} was deleted.`);
  },
};

export const subscribeToLabelAction: Action = {
  form: labelListPage,
  async submit(visit) {
    const isSubscribed = visit.formText("subscribed") === "true";
    const values = { id: visit.projectPath, label_id: visit.param("label_id") };
    await visit.api.call(isSubscribed ? subscribeToLabel : unsubscribeFromLabel, values);
    return toList(visit, isSubscribed ? "You are subscribed to the label." : "You are no longer subscribed.");
  },
};
