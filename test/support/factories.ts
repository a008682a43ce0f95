// Fixtures that are created through the API.
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

/** Creates a private project in the owner's namespace. `namespace_id` and `visibility_level` override this. */
export async function createProject(owner: Actor, attributes: Values = {}): Promise<Project> {
  return ok(owner.post("/projects", { name: unique("project"), ...attributes }));
}

export async function createIssue(author: Actor, project: Project, attributes: Values = {}): Promise<Issue> {
  return ok(author.post(`/projects/${project.id}/issues`, { title: unique("issue"), ...attributes }));
}

/** Creates a group project with one group member per role, and with users who are not members. */
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

/** Ids for all path parameters below an issue, by parameter name. */
export interface FullIssue extends Issue {
  readonly issue_id: number;
  readonly noteable_id: number;
  readonly subscribable_id: number;
  readonly note_id: number;
  readonly award_id: number;
  /** Value of `award_id` for the note's award. */
  readonly note_award_id: number;
  readonly label_id: number;
  readonly label: string;
  readonly milestone_id: number;
  readonly milestone: string;
  /** The author's todo. */
  readonly todo_id: number;
}

/** Creates an issue with all records that {@link FullIssue} names, and spent time. The author must be a master. */
export async function createFullIssue(
  author: Actor,
  project: Project,
  { label = unique("label"), milestone = unique("milestone"), ...attributes }: Values = {},
): Promise<FullIssue> {
  const at = `/projects/${project.id}`;
  const { id: label_id, name } = await ok(author.post(`${at}/labels`, { name: label, color: "#428BCA" }));
  const { id: milestone_id, title } = await ok(author.post(`${at}/milestones`, { title: milestone }));
  const issue = await createIssue(author, project, { labels: name, milestone_id, ...attributes });
  const path = `${at}/issues/${issue.id}`;
  const { id: note_id } = await ok(author.post(`${path}/notes`, { body: "Well said." }));
  const { id: award_id } = await ok(author.post(`${path}/award_emoji`, { name: "tada" }));
  const noteAward = await ok(author.post(`${path}/notes/${note_id}/award_emoji`, { name: "tada" }));
  const { id: todo_id } = await ok(author.post(`${path}/todo`));
  await ok(author.post(`${path}/add_spent_time`, { duration: "1h" }));
  return {
    ...issue,
    issue_id: issue.id,
    noteable_id: issue.id,
    subscribable_id: issue.id,
    note_id,
    award_id,
    note_award_id: noteAward.id,
    label_id,
    label: name,
    milestone_id,
    milestone: title,
    todo_id,
  };
}
