// The two kinds of sources that have members: a group, and a project in a user's namespace.
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
  /** The group's owner, or the project's master. */
  readonly manager: Actor;
  readonly managerLevel: number;
}

/** The source is private unless `visibility_level` is given. */
export async function createSource(kind: SourceKind, attributes: Values = {}): Promise<MemberSource> {
  const manager = await createUser();
  const wish = { visibility_level: 0, ...attributes };
  const { id } = kind === "group" ? await createGroup(manager, wish) : await createProject(manager, wish);
  const managerLevel = kind === "group" ? levels.owner : levels.master;
  return { kind, id, path: `/${kind}s/${id}`, manager, managerLevel };
}

/** Adds a user to a group or project. */
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
