// Things tests need to be there, made through the API.
import { type Actor, anonymous, type Cast, createAdmin, createUser, levels, ok, unique } from "./actors.ts";
import type { Values } from "./api.ts";

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly path: string;
}

export interface Project {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly path_with_namespace: string;
  readonly namespace: { readonly id: number };
}

export interface Issue {
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
}

export async function createGroup(owner: Actor, attributes: Values = {}): Promise<Group> {
  const path = unique("group");
  return ok(owner.post("/groups", { name: path, path, ...attributes }));
}

/** In the owner's own namespace unless `namespace_id` says otherwise; private unless `visibility_level` does. */
export async function createProject(owner: Actor, attributes: Values = {}): Promise<Project> {
  return ok(owner.post("/projects", { name: unique("project"), ...attributes }));
}

export async function createIssue(author: Actor, project: Project, attributes: Values = {}): Promise<Issue> {
  return ok(author.post(`/projects/${project.id}/issues`, { title: unique("issue"), ...attributes }));
}

/** A group project with one of every role in the group, and those who are not in it. */
export async function createCast(
  groupAttributes: Values = {},
  projectAttributes: Values = {},
): Promise<{ cast: Cast; group: Group; project: Project }> {
  const [external, outsider, guest, reporter, developer, master, owner, admin] = await Promise.all([
    createUser({ external: true }),
    createUser(),
    createUser(),
    createUser(),
    createUser(),
    createUser(),
    createUser(),
    createAdmin(),
  ]);
  const group = await createGroup(owner, groupAttributes);
  const members = { guest, reporter, developer, master };
  for (const [role, { id }] of Object.entries(members)) {
    const level = Object.entries(levels).find(([name]) => name === role)?.[1];
    await ok(owner.post(`/groups/${group.id}/members`, { user_id: id, access_level: level }));
  }
  const project = await createProject(owner, { namespace_id: group.id, ...projectAttributes });
  return { cast: { anonymous, external, outsider, ...members, owner, admin }, group, project };
}
