// Fixtures: a project with a commit, and helpers that set statuses.
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import type { Answer, Caller, Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject, type Project } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";

export interface StatusSetting {
  readonly owner: Actor;
  readonly project: Project;
  /** The tip of `main`. */
  readonly sha: string;
}

export async function createStatusSetting(attributes: Values = {}): Promise<StatusSetting> {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  return { owner, project, sha: await seedRepository(owner, project, { "a.txt": "a\n" }) };
}

export async function createDeveloper({ owner, project }: StatusSetting): Promise<Actor> {
  const developer = await createUser();
  await joinProject(owner, project, developer, "developer");
  return developer;
}

export const setStatus = (caller: Caller, { project, sha }: Pick<StatusSetting, "project" | "sha">, values: Values) =>
  caller.post(`/projects/${project.id}/statuses/${encodeURIComponent(sha)}`, values);

export const listOf = (caller: Caller, { project, sha }: Pick<StatusSetting, "project" | "sha">, query: Values = {}) =>
  caller.get(`/projects/${project.id}/repository/commits/${encodeURIComponent(sha)}/statuses`, query);

/** The commit's status, from its newest pipeline. */
export async function pipelineOf({ owner, project, sha }: StatusSetting): Promise<string | null> {
  const { status } = await ok(owner.get(`/projects/${project.id}/repository/commits/${sha}`));
  return status;
}

/** `build: success` of each status in a list. */
export const summary = ({ body }: Answer): string[] =>
  body.map(({ name, status }: { name: string; status: string }) => `${name}: ${status}`);
