// GET, POST /groups/:group/edit and POST /groups/:group/delete
import { deleteGroup } from "../../api/v3/groups/delete-group.ts";
import { updateGroup } from "../../api/v3/groups/update-group.ts";
import { forbidden } from "../../http/errors.ts";
import { canOnGroup } from "../../permissions/abilities.ts";
import { DeletionForm, requireConfirmation } from "../components/confirmation.tsx";
import { Button, Form } from "../components/form.tsx";
import { MoreSettings } from "../components/more-settings.tsx";
import type { Page } from "../page.ts";
import { groupUrl } from "../paths.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";
import { visitedGroup, visitedGroupId } from "./find-group.ts";
import { GroupFields, groupValues } from "./group-form.tsx";

const pages = [
  ["members", "Members"],
  ["hooks", "Webhooks and their deliveries"],
  ["audit_events", "Audit events"],
  ["notification_settings", "Your notifications"],
] as const;

export const editGroupPage: Page = async (visit) => {
  const group = await visitedGroup(visit);
  if (!canOnGroup(group, "admin_group", group.access_level)) throw forbidden();
  const home = groupUrl(group);
  return {
    title: `Settings · ${group.name}`,
    group: { group, tab: "settings" },
    content: (
      <section>
        <h1>Group settings</h1>
        <div class="columns">
          <div>
            <Form visit={visit} action={`${home}/edit`} class="box" label="General">
              <GroupFields visit={visit} group={group} />
              <Button kind="primary">Save changes</Button>
            </Form>
            <section class="box">
              <h2 class="box-head">Delete this group</h2>
              <p>All its projects are deleted with it. This cannot be undone.</p>
              <DeletionForm visit={visit} action={`${home}/delete`} expected={group.path} text="Delete this group" />
            </section>
          </div>
          <MoreSettings home={home} pages={pages} />
        </div>
      </section>
    ),
  };
};

export async function submitGroup(visit: Visit): Promise<Response> {
  const group = await visit.api.call(updateGroup, { id: await visitedGroupId(visit), ...groupValues(visit) });
  return redirectWith(visit, "The group was saved.", `${groupUrl(group)}/edit`);
}

export async function submitDeletion(visit: Visit): Promise<Response> {
  requireConfirmation(visit, visit.param("group"));
  await visit.api.call(deleteGroup, { id: await visitedGroupId(visit) });
  return redirectWith(visit, "The group was deleted.", "/");
}
