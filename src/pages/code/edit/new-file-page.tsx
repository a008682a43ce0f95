// /:namespace/:project/new/:ref/*: creates a file in a folder of a branch.
import type { Place } from "../../../git/operations/browse.ts";
import { badRequest, notFound } from "../../../http/errors.ts";
import { Form, TextArea, TextField } from "../../components/form.tsx";
import type { Action, View } from "../../page.ts";
import { projectUrl } from "../../paths.ts";
import type { Visit, VisitedProject } from "../../visit.ts";
import { exactText } from "../byte-path.ts";
import { findPlace, placeUrl } from "../open-code.ts";
import { CommitFields } from "./commit-fields.tsx";
import { submitChange } from "./commit-file.ts";
import { blobPage, refuseReaders } from "./edit-page.tsx";

export async function newFilePage(visit: Visit): Promise<View | Response> {
  const found = await findPlace(visit, "new", (project) => formOf(visit, project, null));
  if (found instanceof Response || "content" in found) return found;
  const { project, place, shown } = found;
  if (place.kind !== "branch") throw badRequest("Files are created on branches. This is a tag or a commit.");
  if (shown.kind !== "folder") throw notFound("Folder");
  return formOf(visit, project, place);
}

function formOf(visit: Visit, project: VisitedProject, place: Place | null): View {
  refuseReaders(project);
  const folder = place === null ? "" : exactText(place.path);
  if (folder === null) throw badRequest("The name of this folder is not UTF-8. Push the file instead.");
  const revision = place?.revision ?? visit.param("ref");
  return {
    title: "New file",
    project,
    tab: "files",
    content: (
      <>
        <h1>
          New file in <a href={projectUrl(project)}>{project.name}</a>
        </h1>
        <Form visit={visit} action={placeUrl(project, "new", revision, place?.path ?? "")}>
          <TextField
            name="file_path"
            label="Path"
            value={visit.entered("file_path", folder === "" ? "" : `${folder}/`)}
            hint="With the folders, which are created if they are missing"
            required
          />
          <TextArea name="content" label="Content" rows={24} value={visit.entered("content")} />
          <CommitFields visit={visit} message="Add a file" place={place} button="Commit new file" />
        </Form>
      </>
    ),
  };
}

export const createFile: Action = {
  submit: (visit) => submitChange(visit, "create", blobPage),
  form: newFilePage,
};
