// /:namespace/:project/edit/:ref/*: changes a text file. /:namespace/:project/delete/:ref/*: deletes a file.
import type { BrowsedFile } from "../../../git/operations/browse.ts";
import { badRequest, forbidden, notFound, unauthorized } from "../../../http/errors.ts";
import { Form, TextArea } from "../../components/form.tsx";
import type { Action, View } from "../../page.ts";
import { encodePath } from "../../paths.ts";
import type { Visit, VisitedProject } from "../../visit.ts";
import { exactText } from "../byte-path.ts";
import { isSymlink } from "../folder-listing.tsx";
import { type Found, findPlace, mayWrite, placeUrl } from "../open-code.ts";
import { CommitFields } from "./commit-fields.tsx";
import { lineEndsOf, submitChange } from "./commit-file.ts";

/** @throws ApiError 401 or 403 for those who may not push, and in archived projects */
export function refuseReaders(project: VisitedProject): void {
  if (!mayWrite(project)) throw project.viewer_id === null ? unauthorized() : forbidden();
}

/** A file of a branch that a form can change. A Response redirects. */
async function findFile(visit: Visit, page: string): Promise<(Found<BrowsedFile> & { path: string }) | Response> {
  const found = await findPlace(visit, page);
  if (found instanceof Response) return found;
  const { project, place, shown } = found;
  refuseReaders(project);
  if (place.kind !== "branch") throw badRequest("Files are changed on branches. This is a tag or a commit.");
  const path = exactText(place.path);
  if (shown.kind !== "file" || path === null) throw notFound("File");
  return { project, place, shown, path };
}

export async function editPage(visit: Visit): Promise<View | Response> {
  const found = await findFile(visit, "edit");
  if (found instanceof Response) return found;
  const { project, place, shown, path } = found;
  const { text, isUtf8, blob, mode } = shown;
  const lineEnds = text === null || !isUtf8 || isSymlink(mode) ? null : lineEndsOf(text);
  if (text === null || lineEnds === null) throw badRequest(NOT_EDITABLE);
  return {
    title: `Edit ${path}`,
    project,
    tab: "files",
    content: (
      <>
        <h1>
          Edit <a href={placeUrl(project, "blob", place.revision, place.path)}>{path}</a>
        </h1>
        <Form visit={visit} action={placeUrl(project, "edit", place.revision, place.path)}>
          <input type="hidden" name="file_path" value={path} />
          <input type="hidden" name="blob" value={visit.entered("blob", blob)} />
          <input type="hidden" name="line_ends" value={lineEnds} />
          <TextArea
            name="content"
            label="Content"
            rows={24}
            value={visit.entered("content", text).replaceAll("\r\n", "\n")}
          />
          <CommitFields visit={visit} message={`Update ${path}`} place={place} button="Commit changes" />
        </Form>
      </>
    ),
  };
}

const NOT_EDITABLE =
  "Only texts of at most 1 MB in UTF-8, whose lines all end in the same way, are edited here. Push the change instead.";

/** The page of a file, below its project. */
export const blobPage = (branch: string, path: string): string =>
  `blob/${encodeURIComponent(branch)}/${encodePath(path)}`;

export const saveFile: Action = {
  submit: (visit) => submitChange(visit, "update", blobPage),
  form: editPage,
};

export async function deletePage(visit: Visit): Promise<View | Response> {
  const found = await findFile(visit, "delete");
  if (found instanceof Response) return found;
  const { project, place, shown, path } = found;
  return {
    title: `Delete ${path}`,
    project,
    tab: "files",
    content: (
      <section class="narrow">
        <h1>Delete {path}</h1>
        <Form visit={visit} action={placeUrl(project, "delete", place.revision, place.path)}>
          <input type="hidden" name="file_path" value={path} />
          <input type="hidden" name="blob" value={visit.entered("blob", shown.blob)} />
          <CommitFields visit={visit} message={`Delete ${path}`} place={place} button="Delete file" kind="danger" />
        </Form>
      </section>
    ),
  };
}

export const deleteFile: Action = {
  submit: (visit) => submitChange(visit, "delete", (branch) => `tree/${encodeURIComponent(branch)}`),
  form: deletePage,
};
