// Fixtures of the branch tests.
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import type { Answer, Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject, type Project } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { refsOf } from "../../../support/wire.ts";

export interface Seeded {
  readonly owner: Actor;
  readonly project: Project;
  /** `/projects/1/repository/branches` */
  readonly path: string;
  /** The only commit of `main`. */
  readonly commit: string;
}

export const branchesOf = ({ id }: Project): string => `/projects/${id}/repository/branches`;

export const mergedBranchesOf = ({ id }: Project): string => `/projects/${id}/repository/merged_branches`;

/** A personal project whose repository has one commit, on its protected default branch `main`. */
export async function createSeeded(attributes: Values = {}): Promise<Seeded> {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  const commit = await seedRepository(owner, project, { "README.md": "Read me\n" });
  return { owner, project, path: branchesOf(project), commit };
}

export async function addMember(
  { owner, project }: Seeded,
  role: "guest" | "reporter" | "developer" | "master",
): Promise<Actor> {
  const member = await createUser();
  await joinProject(owner, project, member, role);
  return member;
}

export const createBranch = ({ owner, path }: Seeded, branch_name: string, ref = "main") =>
  ok(owner.post(path, { branch_name, ref }));

export const namesOf = ({ body }: Answer): string[] => body.map(({ name }: { name: string }) => name);

/** What the caller's clones see: commit by ref. */
export async function remoteRefs(caller: Actor, project: Project): Promise<Record<string, string>> {
  const { refs } = await refsOf(caller, project, "git-upload-pack");
  return Object.fromEntries(refs);
}
