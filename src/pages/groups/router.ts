// Groups.
import type { PageTable } from "../page.ts";
import { editGroupPage, submitDeletion, submitGroup } from "./edit-group.tsx";
import { groupPage } from "./group-page.tsx";
import { newGroupPage, submitNewGroup } from "./new-group.tsx";

export const groupPages: PageTable = {
  "GET /groups/new": newGroupPage,
  "POST /groups": { submit: submitNewGroup, form: newGroupPage },
  "GET /groups/:group": groupPage,
  "GET /groups/:group/edit": editGroupPage,
  "POST /groups/:group/edit": { submit: submitGroup, form: editGroupPage },
  "POST /groups/:group/delete": { submit: submitDeletion, form: editGroupPage },
};
