// GET /groups/new, POST /groups
import { createGroup } from "../../api/v3/groups/create-group.ts";
import { getCurrentUser } from "../../api/v3/users/get-current-user.ts";
import { forbidden } from "../../http/errors.ts";
import { Button, Form } from "../components/form.tsx";
import type { Page } from "../page.ts";
import { groupUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { GroupFields, groupValues } from "./group-form.tsx";

export const newGroupPage: Page = async (visit) => {
  const { can_create_group } = await visit.api.call(getCurrentUser, {});
  if (!can_create_group) throw forbidden("You may not create groups.");
  return {
    title: "New group",
    content: (
      <section class="narrow">
        <h1>New group</h1>
        <Form visit={visit} action="/groups">
          <GroupFields visit={visit} group={null} />
          <Button kind="primary">Create group</Button>
        </Form>
      </section>
    ),
  };
};

export async function submitNewGroup(visit: Visit): Promise<Response> {
  const group = await visit.api.call(createGroup, { ...groupValues(visit), name: visit.formText("name") ?? "" });
  return visit.redirect(groupUrl(group));
}
