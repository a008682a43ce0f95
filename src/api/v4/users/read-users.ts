// GET /user, /users and /users/:id, its status and projects

import { findNamedUser } from "../../../db/queries/users/users.ts";
import { notFound } from "../../../http/errors.ts";
import { endpoint } from "../../endpoint.ts";
import { idParam } from "../../id-param.ts";
import { withViewerRow } from "../../require.ts";
import { one, paged } from "../../response.ts";
import { gettingCurrentUser, gettingUser, listingUsers, orderedUserListParams } from "../../users/read-users.ts";
import { presentProject, presentSimpleProject } from "../presenters/project.ts";
import { presentProfile, presentUser, presentUserBasic, presentUserStatus } from "../presenters/user.ts";
import { listProjectsOf } from "../projects/list-projects-of.ts";
import { projectListParams } from "../projects/project-list-params.ts";

export const getCurrentUser = gettingCurrentUser(presentUser);
export const getUser = gettingUser({ forAdmin: presentUser, forOthers: presentProfile });
export const listUsers = listingUsers(orderedUserListParams, { forAdmin: presentUser, forOthers: presentUserBasic });

/** Of the user with this id or name. Nobody can set one. */
export const getUserStatus = endpoint({
  access: "user",
  readUser: true,
  params: idParam,
  response: one(presentUserStatus),
  async handle(call) {
    const { viewerRow } = await withViewerRow(call, findNamedUser(call.viewer, call.params.id));
    if (viewerRow.id === null) throw notFound("User");
    return presentUserStatus();
  },
});

/** The projects in the namespace of the user with this id or name that the caller may see. */
export const listUserProjects = endpoint({
  access: "user",
  params: { ...idParam, ...projectListParams },
  response: paged(presentSimpleProject, presentProject),
  handle(call) {
    const { id, path } = call.params.id;
    return listProjectsOf(call, "User", { scope: "user", userId: id, username: path });
  },
});
