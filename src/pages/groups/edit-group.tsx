// GET, POST /groups/:group/edit and POST /groups/:group/delete
import { deleteGroup } from "../../api/v3/groups/delete-group.ts";
import { updateGroup } from "../../api/v3/groups/update-group.ts";
import { forbidden, unprocessable } from "../../http/errors.ts";
import { canOnGroup } from "../../permissions/abilities.ts";
import { Button, Form, TextField } from "../components/form.tsx";
import { groupIdAt } from "../owner-place.tsx";
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
        <div class="narrow">
          <Form visit={visit} action={`${home}/edit`}>
            <h2>Group</h2>
            <GroupFields visit={visit} group={group} />
            <Button kind="primary">Save changes</Button>
          </Form>
          <ul class="list">
            <li>
              <a href={`${home}/hooks`}>Webhooks and their deliveries</a>
            </li>
            <li>
              <a href={`${home}/audit_events`}>Audit events</a>
            </li>
          </ul>
          <Form visit={visit} action={`${home}/delete`} class="box">
            <h2>Delete this group</h2>
            <p>All its projects are deleted with it. This cannot be undone.</p>
            <TextField name="confirm" label={`Type ${group.path} to confirm`} autocomplete="off" required />
            <Button kind="danger">Delete group</Button>
          </Form>
        </div>
      </section>
    ),
  };
};

export async function submitGroup(visit: Visit): Promise<Response> {
  const id = await groupIdAt(visit, visit.param("group"));
  const group = await visit.api.call(updateGroup, { id, ...groupValues(visit) });
  visit.addCookie(setNotice("The group was saved.", visit.isSecure));
  return visit.redirect(`${groupUrl(group)}/edit`);
}

export async function submitDeletion(visit: Visit): Promise<Response> {
  const path = visit.param("group");
  if (visit.formText("confirm") !== path) throw unprocessable("Type the path of the group to delete it.");
  await visit.api.call(deleteGroup, { id: await groupIdAt(visit, path) });
  visit.addCookie(setNotice("The group was deleted.", visit.isSecure));
  return visit.redirect("/");
}
