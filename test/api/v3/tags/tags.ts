// Fixtures of the tag tests.
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import type { Answer, Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject, type Project } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";

export interface Seeded {
  readonly owner: Actor;
  readonly project: Project;
  /** `/projects/1/repository/tags` */
  readonly path: string;
  /** The only commit of `main`. */
  readonly commit: string;
}

export const tagsOf = ({ id }: Project): string => `/projects/${id}/repository/tags`;

/** A personal project whose repository has one commit, on its default branch `main`. */
export async function createSeeded(attributes: Values = {}): Promise<Seeded> {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  const commit = await seedRepository(owner, project, { "README.md": "Read me\n" });
  return { owner, project, path: tagsOf(project), commit };
}

export async function addDeveloper({ owner, project }: Seeded): Promise<Actor> {
  const member = await createUser();
  await joinProject(owner, project, member, "developer");
  return member;
}

export const createTag = ({ owner, path }: Seeded, tag_name: string, attributes: Values = {}) =>
  ok(owner.post(path, { tag_name, ref: "main", ...attributes }));

export const namesOf = ({ body }: Answer): string[] => body.map(({ name }: { name: string }) => name);
