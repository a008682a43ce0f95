// Fixtures of the milestone tests.
import { type Actor, createUser, ok, unique } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { createProject, type Project } from "../../../support/factories.ts";

export interface Milestone {
  readonly id: number;
  readonly iid: number;
  readonly title: string;
  readonly updated_at: string;
}

export const milestonesOf = (project: Project): string => `/projects/${project.id}/milestones`;

export const createMilestone = (manager: Actor, project: Project, attributes: Values = {}): Promise<Milestone> =>
  ok(manager.post(milestonesOf(project), { title: unique("milestone"), ...attributes }));

/** An empty personal project. */
export async function createOwned(attributes: Values = {}): Promise<{ owner: Actor; project: Project; path: string }> {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  return { owner, project, path: milestonesOf(project) };
}
