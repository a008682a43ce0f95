// POST /:namespace/:project/edit and below: what the settings' forms change.
import { transferProject } from "../../api/v3/groups/transfer-project.ts";
import { archiveProject, unarchiveProject } from "../../api/v3/projects/archive-project.ts";
import { deleteProject } from "../../api/v3/projects/delete-project.ts";
import { removeForkLink } from "../../api/v3/projects/remove-fork-link.ts";
import { updateProject } from "../../api/v3/projects/update-project.ts";
import { requireConfirmation } from "../components/confirmation.tsx";
import { groupIdAt } from "../groups/find-group.ts";
import type { Action } from "../page.ts";
import { pathOfUrl, projectUrl, visitedProjectUrl } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";
import { fullPathOf } from "./danger-zone.tsx";
import { editPage, managedProject } from "./edit-page.tsx";
import { generalValues } from "./general-form.tsx";

/** After a refusal the settings are shown again. */
const onSettings = (submit: Action["submit"]): Action => ({ submit, form: editPage });

const changed = (visit: Visit, notice: string, url = visitedProjectUrl(visit)): Response =>
  redirectWith(visit, notice, `${url}/edit`);

export const saveSettings = onSettings(async (visit) => {
  await visit.api.call(updateProject, { id: visit.projectPath, ...generalValues(visit) });
  return changed(visit, "The settings were saved.");
});

export const changePath = onSettings(async (visit) => {
  const values = { id: visit.projectPath, path: visit.formText("path") ?? "" };
  const { web_url } = await visit.api.call(updateProject, values);
  return changed(visit, "The path was changed.", pathOfUrl(web_url));
});

export const archive = onSettings(async (visit) => {
  await visit.api.call(archiveProject, { id: visit.projectPath });
  return changed(visit, "The project was archived.");
});

export const unarchive = onSettings(async (visit) => {
  await visit.api.call(unarchiveProject, { id: visit.projectPath });
  return changed(visit, "The project was taken out of the archive.");
});

export const transfer = onSettings(async (visit) => {
  const id = await groupIdAt(visit.api, visit.formText("group") ?? "");
  const group = await visit.api.call(transferProject, { id, project_id: visit.projectPath });
  const url = projectUrl({ namespace_path: group.path, path: visit.param("project") });
  return changed(visit, "The project was transferred.", url);
});

export const removeFork = onSettings(async (visit) => {
  await visit.api.call(removeForkLink, { id: visit.projectPath });
  return changed(visit, "The link was removed.");
});

export const removeProject = onSettings(async (visit) => {
  const path = fullPathOf(await managedProject(visit));
  requireConfirmation(visit, path);
  await visit.api.call(deleteProject, { id: visit.projectPath });
  return redirectWith(visit, `${path} was deleted.`, "/");
});
