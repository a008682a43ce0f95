// GET, POST /groups/:group/edit and POST /groups/:group/delete
import { deleteGroup } from "../../api/v3/groups/delete-group.ts";
import { updateGroup } from "../../api/v3/groups/update-group.ts";
import { forbidden, unprocessable } from "../../http/errors.ts";
import { canOnGroup } from "../../permissions/abilities.ts";
import { Button, Form, TextField } from "../components/form.tsx";
import type { Page } from "../page.ts";
import { groupUrl } from "../paths.ts";
import { setNotice } from "../session/cookies.ts";
import type { Visit } from "../visit.ts";
import { visitedGroup } from "./find-group.ts";
import { GroupFields, groupValues } from "./group-form.tsx";
import { GroupHeader } from "./group-header.tsx";

export const editGroupPage: Page = async (visit) => {
  const group = await visitedGroup(visit);
  if (!canOnGroup(group, "admin_group", group.access_level)) throw forbidden();
  const home = groupUrl(group);
  return {
    title: `Settings · ${group.name}`,
    content: (
      <section>
        <GroupHeader group={group} tab="Settings" />
        <Form visit={visit} action={`${home}/edit`} class="narrow">
          <h2>Group</h2>
          <GroupFields visit={visit} group={group} />
          <Button kind="primary">Save changes</Button>
        </Form>
        <Form visit={visit} action={`${home}/delete`} class="narrow box">
          <h2>Delete this group</h2>
          <p>All its projects are deleted with it. This cannot be undone.</p>
          <TextField name="confirm" label={`Type ${group.path} to confirm`} autocomplete="off" required />
          <Button kind="danger">Delete group</Button>
        </Form>
      </section>
    ),
  };
};

export async function submitGroup(visit: Visit): Promise<Response> {
  const group = await visit.api.call(updateGroup, { id: visit.param("group"), ...groupValues(visit) });
  visit.addCookie(setNotice("The group was saved.", visit.isSecure));
  return visit.redirect(`${groupUrl(group)}/edit`);
}

export async function submitDeletion(visit: Visit): Promise<Response> {
  const id = visit.param("group");
  if (visit.formText("confirm") !== id) throw unprocessable("Type the path of the group to delete it.");
  await visit.api.call(deleteGroup, { id });
  visit.addCookie(setNotice("The group was deleted.", visit.isSecure));
  return visit.redirect("/");
}
