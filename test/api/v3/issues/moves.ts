// Fixtures of the tests of moving issues.
import { createUser, ok } from "../../../support/actors.ts";
import type { Caller, Values } from "../../../support/api.ts";
import { createIssue, createProject, type Issue, type Project } from "../../../support/factories.ts";

export const pathOf = ({ project_id, id }: Issue) => `/projects/${project_id}/issues/${id}`;

export const moveTo = (caller: Caller, issue: Issue, { id }: { readonly id: number }) =>
  caller.post(`${pathOf(issue)}/move`, { to_project_id: id });

export const moved = (caller: Caller, issue: Issue, to: Project) => ok(moveTo(caller, issue, to));

export interface Note {
  readonly id: number;
  readonly body: string;
  readonly system: boolean;
  readonly author: { readonly id: number };
  readonly created_at: string;
  readonly updated_at: string;
}

export const notesOf = (caller: Caller, issue: Issue): Promise<Note[]> =>
  ok(caller.get(`${pathOf(issue)}/notes`, { per_page: 100 }));

export const noteBodies = async (caller: Caller, issue: Issue) =>
  (await notesOf(caller, issue)).map(({ body }) => body);

export const notPermitted = { status: 400, text: '{"message":"Cannot move issue due to insufficient permissions!"}' };

export const longAgo = "2016-03-11T03:45:40.000Z";

/** Two personal projects, and an issue in the first. */
export async function setting(issueAttributes: Values = {}, fromAttributes: Values = {}, toAttributes: Values = {}) {
  const owner = await createUser();
  const from = await createProject(owner, fromAttributes);
  const to = await createProject(owner, toAttributes);
  const issue = await createIssue(owner, from, { created_at: longAgo, ...issueAttributes });
  return { owner, from, to, issue };
}
