// POST: what the forms of members, access requests and shares submit.

import { unshareProject } from "../../api/projects/unshare-project.ts";
import { shareProject } from "../../api/v3/projects/share-project.ts";
import { findCurrentUser, findUserByUsername } from "../../db/queries/users/users.ts";
import { unprocessable } from "../../http/errors.ts";
import { findGroupAt } from "../groups/find-group.ts";
import { redirectWith } from "../redirect-with.ts";
import type { Visit } from "../visit.ts";
import { levelName } from "./levels.ts";
import type { MembersKind } from "./place.ts";

type Submit = (visit: Visit) => Promise<Response>;

/** The actions on the members of a kind of place. Each goes back to the page of members. */
export const memberActions = (kind: MembersKind): Record<"add" | "update" | "remove", Submit> => ({
  async add(visit) {
    const username = visit.formText("username") ?? "";
    const [[user]] = await visit.base.db.batch(findUserByUsername(username));
    if (user === undefined) throw unprocessable(`There is no user ${username}.`);
    const access_level = visit.formText("access_level");
    const expires_at = visit.formText("expires_at");
    const given = { id: await kind.idOf(visit), user_id: user.id, access_level, expires_at };
    const member = await visit.api.call(kind.members.add, given);
    return redirectWith(visit, `${user.name} is a member: ${levelName(member.access_level)}.`, kind.pathOf(visit));
  },
  async update(visit) {
    const given = { id: await kind.idOf(visit), user_id: visit.param("user_id") };
    const access_level = visit.formText("access_level");
    const member = await visit.api.call(kind.members.update, {
      ...given,
      access_level,
      expires_at: visit.form.get("expires_at"),
    });
    return redirectWith(visit, `${member.name} was changed: ${levelName(member.access_level)}.`, kind.pathOf(visit));
  },
  /** Also leaving, after which the viewer may not see the place any more. */
  async remove(visit) {
    const user_id = visit.param("user_id");
    await visit.api.call(kind.members.remove, { id: await kind.idOf(visit), user_id });
    const [[viewer]] = await visit.base.db.batch(findCurrentUser(visit.base.viewer));
    return String(viewer?.viewer_id) === user_id
      ? redirectWith(visit, "You have left.", "/")
      : redirectWith(visit, "The member was removed.", kind.pathOf(visit));
  },
});

export const requestActions = (kind: MembersKind): Record<"request" | "approve" | "deny", Submit> => ({
  async request(visit) {
    await visit.api.call(kind.requests.request, { id: await kind.idOf(visit) });
    return redirectWith(visit, "Access was requested.", kind.pathOf(visit));
  },
  async approve(visit) {
    const given = { id: await kind.idOf(visit), user_id: visit.param("user_id") };
    const { name } = await visit.api.call(kind.requests.approve, {
      ...given,
      access_level: visit.formText("access_level"),
    });
    return redirectWith(visit, `${name} is a member.`, kind.pathOf(visit));
  },
  async deny(visit) {
    await visit.api.call(kind.requests.deny, { id: await kind.idOf(visit), user_id: visit.param("user_id") });
    return redirectWith(visit, "The request was removed.", kind.pathOf(visit));
  },
});

/** The actions on the shares of a project. @param pathOf the page of members */
export const shareActions = ({ pathOf }: MembersKind): Record<"share" | "unshare", Submit> => ({
  async share(visit) {
    const group = await findGroupAt(visit.api, visit.formText("group") ?? "");
    await visit.api.call(shareProject, {
      id: visit.projectPath,
      group_id: group.id,
      group_access: visit.formText("group_access"),
      expires_at: visit.formText("share_expires_at"),
    });
    return redirectWith(visit, `The project is shared with ${group.name}.`, pathOf(visit));
  },
  async unshare(visit) {
    await visit.api.call(unshareProject, { id: visit.projectPath, group_id: visit.param("group_id") });
    return redirectWith(visit, "The project is not shared with the group any more.", pathOf(visit));
  },
});
