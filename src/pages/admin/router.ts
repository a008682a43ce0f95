// Administration of the server. Its hooks and its audit trail are in folders of their own.
import type { PageTable } from "../page.ts";
import { actionForAdmins, forAdmins } from "./admin-nav.tsx";
import { groupsPage } from "./groups-page.tsx";
import { overviewPage } from "./overview-page.tsx";
import { projectsPage } from "./projects-page.tsx";
import { block, createToken, removeUser, revokeToken, saveUser, tokensPage, unblock, userPage } from "./user-page.tsx";
import { createUser, newUserPage, usersPage } from "./users-page.tsx";

export const adminPages: PageTable = {
  "GET /-/admin": forAdmins(overviewPage),
  "GET /-/admin/projects": forAdmins(projectsPage),
  "GET /-/admin/groups": forAdmins(groupsPage),
  "GET /-/admin/users": forAdmins(usersPage),
  "POST /-/admin/users": actionForAdmins(createUser),
  "GET /-/admin/users/new": forAdmins(newUserPage),
  "GET /-/admin/users/:user{[0-9]+}": forAdmins(userPage),
  "POST /-/admin/users/:user{[0-9]+}": actionForAdmins(saveUser),
  "POST /-/admin/users/:user{[0-9]+}/block": actionForAdmins(block),
  "POST /-/admin/users/:user{[0-9]+}/unblock": actionForAdmins(unblock),
  "POST /-/admin/users/:user{[0-9]+}/delete": actionForAdmins(removeUser),
  "GET /-/admin/users/:user{[0-9]+}/impersonation_tokens": forAdmins(tokensPage),
  "POST /-/admin/users/:user{[0-9]+}/impersonation_tokens": actionForAdmins(createToken),
  "POST /-/admin/users/:user{[0-9]+}/impersonation_tokens/:token{[0-9]+}/revoke": actionForAdmins(revokeToken),
};
