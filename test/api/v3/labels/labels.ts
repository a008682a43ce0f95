// Fixtures of the label tests.
import { type Actor, createUser, ok, unique } from "../../../support/actors.ts";
import type { Answer, Values } from "../../../support/api.ts";
import { createProject, type Project } from "../../../support/factories.ts";

export interface Label {
  readonly id: number;
  readonly name: string;
}

export const labelsOf = (project: Project): string => `/projects/${project.id}/labels`;

export const createLabel = (reporter: Actor, project: Project, attributes: Values = {}): Promise<Label> =>
  ok(reporter.post(labelsOf(project), { name: unique("label"), color: "#FFAABB", ...attributes }));

/** An empty personal project. */
export async function createOwned(attributes: Values = {}): Promise<{ owner: Actor; project: Project; path: string }> {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  return { owner, project, path: labelsOf(project) };
}

export const namesOf = ({ body }: Answer): string[] => body.map(({ name }: Label) => name);
