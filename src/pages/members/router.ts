// Members of groups and projects.
import type { PageTable } from "../page.ts";
import { memberActions, requestActions, shareActions } from "./actions.ts";
import { membersPage } from "./members-page.tsx";
import { groupKind, type MembersKind, projectKind } from "./place.ts";

/** The page of a kind, and the actions that lead back to it. */
function pagesOf(kind: MembersKind) {
  const form = membersPage(kind);
  const { add, update, remove } = memberActions(kind);
  const { request, approve, deny } = requestActions(kind);
  return {
    form,
    add: { submit: add, form },
    update: { submit: update, form },
    remove: { submit: remove, form },
    request: { submit: request, form },
    approve: { submit: approve, form },
    deny: { submit: deny, form },
  };
}

const group = pagesOf(groupKind);
const project = pagesOf(projectKind);
const { share, unshare } = shareActions(projectKind);

export const memberPages: PageTable = {
  "GET /groups/:group/members": group.form,
  "POST /groups/:group/members": group.add,
  "POST /groups/:group/members/request": group.request,
  "POST /groups/:group/members/:user_id{[0-9]+}": group.update,
  "POST /groups/:group/members/:user_id{[0-9]+}/remove": group.remove,
  "POST /groups/:group/members/:user_id{[0-9]+}/approve": group.approve,
  "POST /groups/:group/members/:user_id{[0-9]+}/deny": group.deny,
  "GET /:namespace/:project/project_members": project.form,
  "POST /:namespace/:project/project_members": project.add,
  "POST /:namespace/:project/project_members/request": project.request,
  "POST /:namespace/:project/project_members/:user_id{[0-9]+}": project.update,
  "POST /:namespace/:project/project_members/:user_id{[0-9]+}/remove": project.remove,
  "POST /:namespace/:project/project_members/:user_id{[0-9]+}/approve": project.approve,
  "POST /:namespace/:project/project_members/:user_id{[0-9]+}/deny": project.deny,
  "POST /:namespace/:project/project_members/shares": { submit: share, form: project.form },
  "POST /:namespace/:project/project_members/shares/:group_id{[0-9]+}/remove": { submit: unshare, form: project.form },
};
