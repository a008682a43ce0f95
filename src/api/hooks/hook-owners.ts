// The owners of hooks: projects, groups and the server.
import type { Rows } from "../../db/database.ts";
import { groupKey } from "../../db/queries/groups/row.ts";
import type { HookOwner, NamedHookOwner } from "../../db/queries/hooks/hooks.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import type { Statement } from "../../db/statement.ts";
import { type ApiError, notFound, recordNotFound } from "../../http/errors.ts";
import type { Params } from "../../http/params.ts";
import type { Access, Call, ProjectCall } from "../endpoint.ts";
import { idParam } from "../id-param.ts";
import { type Actor, withGroup, withProject, withUser } from "../require.ts";

export interface HookOwnerKind {
  /** The access rule for managing its hooks. */
  readonly access: Access;
  /** Parameters of its path. */
  readonly params: Params;
  /** As in `Maximum number of project hooks (100) exceeded`. */
  readonly noun: string;
  /** The refusal if the owner was deleted meanwhile. */
  gone(): ApiError;
  /** Loads the owner in one round trip with the statements that `about` returns. */
  find<const S extends readonly Statement[]>(
    call: Call,
    about: (owner: NamedHookOwner) => S,
  ): Promise<{ actor: Actor; owner: HookOwner; rows: Rows<S> }>;
}

export const projectHooks: HookOwnerKind = {
  access: { project: "admin_project" },
  params: idParam,
  noun: "project",
  gone: () => notFound("Project"),
  async find(call, about) {
    const named = withId(call);
    const statements = about({ kind: "project", key: projectKey(named.params.id) });
    const { actor, project, rows } = await withProject(named, ...statements);
    return { actor, owner: { kind: "project", id: project.id }, rows };
  },
};

export const groupHooks: HookOwnerKind = {
  access: { group: "admin_group" },
  params: idParam,
  noun: "group",
  gone: () => notFound("Group"),
  async find(call, about) {
    const named = withId(call);
    const statements = about({ kind: "group", key: groupKey(named.params.id) });
    const { actor, group, rows } = await withGroup(named, ...statements);
    return { actor, owner: { kind: "group", id: group.id }, rows };
  },
};

export const systemHooks: HookOwnerKind = {
  access: "admin",
  params: {},
  noun: "system",
  gone: recordNotFound,
  async find(call, about) {
    const { actor, rows } = await withUser(call, ...about({ kind: "server", key: {} }));
    return { actor, owner: { kind: "server" }, rows };
  },
};

/** The paths of projects and groups have an `:id`. */
function withId(call: Call): ProjectCall {
  return call as ProjectCall;
}
