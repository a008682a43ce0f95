// What the tests of the lists of issues begin with.
import { type Actor, createUser, ok, unique } from "../../../support/actors.ts";
import type { Answer, Caller, Values } from "../../../support/api.ts";
import { createGroup, createProject, type Group, type Issue, type Project } from "../../../support/factories.ts";
import { createMilestone, type Milestone } from "../milestones/milestones.ts";

/** What a list tells: ids in its order, and X-Total; the whole text where it was refused. */
export const told = ({ status, body, text, headers }: Answer) =>
  status === 200
    ? { status, ids: body.map(({ id }: Issue) => id), total: Number(headers.get("x-total")) }
    : { status, text };

/** What a list of exactly these tells, on one page. */
export const exactly = (...issues: readonly Issue[]) => ({
  status: 200,
  ids: issues.map(({ id }) => id),
  total: issues.length,
});

/** Asks for a list, in the order issues were made in. */
export const list = async (caller: Caller, path: string, query: Values = {}) =>
  told(await caller.get(path, { sort: "asc", ...query }));

export const issuesOf = ({ id }: Project): string => `/projects/${id}/issues`;
export const issuesOfGroup = ({ id }: Pick<Group, "id">): string => `/groups/${id}/issues`;
export const issuesOfMilestone = (project: Project, { id }: Milestone): string =>
  `/projects/${project.id}/milestones/${id}/issues`;

export const editIssue = (editor: Actor, { project_id, id }: Issue, changes: Values): Promise<Issue> =>
  ok(editor.put(`/projects/${project_id}/issues/${id}`, changes));

export const deleteIssue = (owner: Actor, { project_id, id }: Issue) =>
  ok(owner.delete(`/projects/${project_id}/issues/${id}`));

export interface Lists {
  readonly owner: Actor;
  readonly group: Group;
  readonly project: Project;
  readonly milestone: Milestone;
  /** Of the owner, the group, the project and the milestone. */
  readonly paths: readonly string[];
}

/** A project in a group of somebody's with a milestone: an issue of theirs in it is in all four lists. */
export async function createLists(): Promise<Lists> {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const milestone = await createMilestone(owner, project, { title: unique("milestone") });
  const paths = ["/issues", issuesOfGroup(group), issuesOf(project), issuesOfMilestone(project, milestone)];
  return { owner, group, project, milestone, paths };
}

/** The same asked of all four lists. */
export const listAll = ({ owner, paths }: Lists, query: Values = {}) =>
  Promise.all(paths.map((path) => list(owner, path, query)));

/** The same told by all four. */
export const byAll = <T>(expected: T): T[] => [expected, expected, expected, expected];
