// POST /:namespace/:project/tags and /tags/delete
import { createTag as create } from "../../api/v3/tags/create-tag.ts";
import { deleteTag as remove } from "../../api/v3/tags/delete-tag.ts";
import type { Action } from "../page.ts";
import { visitedProjectUrl } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";
import { tagsPage } from "./tags-page.tsx";

/** @param change calls the endpoint, and returns what the next page says */
const tagAction = (change: (visit: Visit) => Promise<string>): Action => ({
  async submit(visit) {
    return redirectWith(visit, await change(visit), `${visitedProjectUrl(visit)}/tags`);
  },
  form: tagsPage,
});

export const createTag = tagAction(async (visit) => {
  const { name } = await visit.api.call(create, {
    id: visit.projectPath,
    tag_name: visit.formText("tag_name"),
    ref: visit.formText("ref"),
    message: visit.formText("message"),
    release_description: visit.formText("release_description"),
  });
  return `The tag ${name} was created.`;
});

export const deleteTag = tagAction(async (visit) => {
  const { tag_name } = await visit.api.call(remove, { id: visit.projectPath, tag_name: visit.formText("tag") ?? "" });
  return `The tag ${tag_name} was deleted.`;
});
