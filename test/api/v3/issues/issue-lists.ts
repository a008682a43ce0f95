// Fixtures of the issue list tests.
import { type Actor, createUser, ok, unique } from "../../../support/actors.ts";
import type { Answer, Caller, Values } from "../../../support/api.ts";
import { createGroup, createProject, type Group, type Issue, type Project } from "../../../support/factories.ts";
import { createMilestone, type Milestone } from "../milestones/milestones.ts";

/** The result of a list: ids in order, and X-Total; the text if it was refused. */
export const resultOf = ({ status, body, text, headers }: Answer) =>
  status === 200
    ? { status, ids: body.map(({ id }: Issue) => id), total: Number(headers.get("x-total")) }
    : { status, text };

/** The result with exactly these issues, on one page. */
export const exactly = (...issues: readonly Issue[]) => ({
  status: 200,
  ids: issues.map(({ id }) => id),
  total: issues.length,
});

/** Reads a list, ordered by creation. */
export const list = async (caller: Caller, path: string, query: Values = {}) =>
  resultOf(await caller.get(path, { sort: "asc", ...query }));

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
  /** Paths of the lists of the owner, the group, the project and the milestone. */
  readonly paths: readonly string[];
}

/** A project in a group, with a milestone: an issue of the owner in it is in all four lists. */
export async function createLists(): Promise<Lists> {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const milestone = await createMilestone(owner, project, { title: unique("milestone") });
  const paths = ["/issues", issuesOfGroup(group), issuesOf(project), issuesOfMilestone(project, milestone)];
  return { owner, group, project, milestone, paths };
}

/** Reads all four lists with the same query. */
export const listAll = ({ owner, paths }: Lists, query: Values = {}) =>
  Promise.all(paths.map((path) => list(owner, path, query)));

/** The same result from all four lists. */
export const byAll = <T>(expected: T): T[] => [expected, expected, expected, expected];
