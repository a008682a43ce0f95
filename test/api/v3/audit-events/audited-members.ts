// Audited routes of members, access requests and hooks, each with a request and the events it leaves.
import { createAdmin, createUser, levels, ok } from "../../../support/actors.ts";
import { addMember, createSource, type SourceKind } from "../../../support/member-sources.ts";
import { group, instance, project, type Scenarios, scenario, user } from "./trail.ts";

const entityOf = (kind: SourceKind, id: number) => (kind === "group" ? group(id) : project(id));

const membersOf = (kind: SourceKind): Scenarios => ({
  async [`POST /${kind}s/:id/members`]() {
    const [{ path, id, manager }, newcomer] = [await createSource(kind), await createUser()];
    const values = { user_id: newcomer.id, access_level: levels.developer, expires_at: "2030-01-01" };
    const change = { add: "user_access", as: "Developer", expiry_to: "2030-01-01" };
    return scenario(manager, (by) => by.post(`${path}/members`, values), [
      "member_created",
      entityOf(kind, id),
      user(newcomer.id),
      change,
    ]);
  },
  async [`PUT /${kind}s/:id/members/:user_id`]() {
    const [source, member] = [await createSource(kind), await createUser()];
    await addMember(source, member, "guest");
    const values = { access_level: levels.master, expires_at: "2030-01-01" };
    const change = {
      change: "access_level",
      from: "Guest",
      to: "Master",
      expiry_from: null,
      expiry_to: "2030-01-01",
    };
    return scenario(source.manager, (by) => by.put(`${source.path}/members/${member.id}`, values), [
      "member_updated",
      entityOf(kind, source.id),
      user(member.id),
      change,
    ]);
  },
  async [`DELETE /${kind}s/:id/members/:user_id`]() {
    const [source, member] = [await createSource(kind), await createUser()];
    await addMember(source, member, "reporter");
    const change = { remove: "user_access", from: "Reporter" };
    return scenario(source.manager, (by) => by.delete(`${source.path}/members/${member.id}`), [
      "member_destroyed",
      entityOf(kind, source.id),
      user(member.id),
      change,
    ]);
  },
  async [`PUT /${kind}s/:id/access_requests/:user_id/approve`]() {
    const { path, id, manager, newcomer } = await createRequested(kind);
    const change = { add: "user_access", as: "Reporter", expiry_to: null };
    const values = { access_level: levels.reporter };
    return scenario(manager, (by) => by.put(`${path}/access_requests/${newcomer.id}/approve`, values), [
      "member_created",
      entityOf(kind, id),
      user(newcomer.id),
      change,
    ]);
  },
  async [`DELETE /${kind}s/:id/access_requests/:user_id`]() {
    const { path, id, manager, newcomer } = await createRequested(kind);
    return scenario(manager, (by) => by.delete(`${path}/access_requests/${newcomer.id}`), [
      "access_request_denied",
      entityOf(kind, id),
      user(newcomer.id),
      { remove: "access_request" },
    ]);
  },
});

/** A public group or project with the access request of a newcomer. */
async function createRequested(kind: SourceKind) {
  const source = await createSource(kind, { visibility_level: 20, request_access_enabled: true });
  const newcomer = await createUser();
  await ok(newcomer.post(`${source.path}/access_requests`));
  return { ...source, newcomer };
}

type HookOwnerKind = SourceKind | "instance";

async function createHookOwner(kind: HookOwnerKind) {
  if (kind === "instance") return { path: "", manager: await createAdmin(), entity: instance, target: "SystemHook" };
  const { path, id, manager } = await createSource(kind);
  return { path, manager, entity: entityOf(kind, id), target: "WebHook" };
}

/** Nothing listens there. Path, query, user and password must not be in the trail. */
const origin = "http://127.0.0.1:9";
const url = "http://user:s3cret@127.0.0.1:9/s3cret?token=s3cret";

const hooksOf = (kind: HookOwnerKind): Scenarios => {
  const at = kind === "instance" ? "" : `/${kind}s/:id`;
  const createHook = async () => {
    const owner = await createHookOwner(kind);
    const { id } = await ok(owner.manager.post(`${owner.path}/hooks`, { url, token: "s3cret" }));
    return { ...owner, target: [owner.target, id] as const, hook: `${owner.path}/hooks/${id}` };
  };
  return {
    async [`POST ${at}/hooks`]() {
      const { path, manager, entity, target } = await createHookOwner(kind);
      return scenario(
        manager,
        (by) => by.post(`${path}/hooks`, { url, token: "s3cret" }),
        ({ body }) => ["webhook_created", entity, [target, body.id], { add: "webhook" }],
      );
    },
    async [`PUT ${at}/hooks/:hook_id`]() {
      const { manager, entity, target, hook } = await createHook();
      const change = { change: "tag_push_events, url, token", from: origin, to: "http://127.0.0.2:9" };
      const values = {
        url: "http://user:s3cret@127.0.0.2:9/s3cret",
        token: "s3cret too",
        tag_push_events: true,
      };
      return scenario(manager, (by) => by.put(hook, values), ["webhook_updated", entity, target, change]);
    },
    async [`DELETE ${at}/hooks/:hook_id`]() {
      const { manager, entity, target, hook } = await createHook();
      return scenario(manager, (by) => by.delete(hook), ["webhook_destroyed", entity, target, { remove: "webhook" }]);
    },
    async [`POST ${at}/hooks/:hook_id/rotate_secret`]() {
      const { manager, entity, target, hook } = await createHook();
      const change = { change: "signing_secret" };
      return scenario(manager, (by) => by.post(`${hook}/rotate_secret`), [
        "webhook_secret_rotated",
        entity,
        target,
        change,
      ]);
    },
  };
};

export const auditedMembers: Scenarios = { ...membersOf("group"), ...membersOf("project") };
export const auditedHooks: Scenarios = { ...hooksOf("group"), ...hooksOf("project"), ...hooksOf("instance") };
