// The two things that have members: a group of somebody's, and a project in somebody's own namespace.
import { type Actor, createUser, levels, ok, type Role } from "./actors.ts";
import type { Answer, Values } from "./api.ts";
import { createGroup, createProject, type Group, type Project } from "./factories.ts";

export type SourceKind = "group" | "project";
export const sourceKinds: readonly SourceKind[] = ["group", "project"];

export interface MemberSource {
  readonly kind: SourceKind;
  readonly id: number;
  /** `/groups/1` or `/projects/1` */
  readonly path: string;
  /** Whose it is: a group's owner, a project's master. */
  readonly manager: Actor;
  readonly managerLevel: number;
}

/** Private unless `visibility_level` says otherwise. */
export async function createSource(kind: SourceKind, attributes: Values = {}): Promise<MemberSource> {
  const manager = await createUser();
  const wish = { visibility_level: 0, ...attributes };
  const { id } = kind === "group" ? await createGroup(manager, wish) : await createProject(manager, wish);
  const managerLevel = kind === "group" ? levels.owner : levels.master;
  return { kind, id, path: `/${kind}s/${id}`, manager, managerLevel };
}

/** Makes a user a member of a source, a group or a project. */
export const addMember = (
  { manager, path }: Pick<MemberSource, "manager" | "path">,
  user: Actor,
  role: Role,
  attributes: Values = {},
): Promise<Answer["body"]> =>
  ok(manager.post(`${path}/members`, { user_id: user.id, access_level: levels[role], ...attributes }));

export const asSource = (kind: SourceKind, { id }: Group | Project, manager: Actor) => ({
  manager,
  path: `/${kind}s/${id}`,
});
