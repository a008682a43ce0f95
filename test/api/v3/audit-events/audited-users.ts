// Audited routes of users and tokens, each with a request and the events it leaves.
import { createAdmin, createUser, ok, unique } from "../../../support/actors.ts";
import { joinGroup, joinProject } from "../../../support/belonging.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { changed, type Expected, group, project, type Scenarios, scenario, user } from "./trail.ts";

const person = () => {
  const username = unique("user");
  return { username, name: `Name of ${username}`, email: `${username}@example.com`, password: "secret-enough" };
};

const block = (method: "put" | "post") => async () => {
  const [admin, { id }] = [await createAdmin(), await createUser()];
  const change = changed("state", "active", "blocked");
  return scenario(admin, (by) => by[method](`/users/${id}/block`), ["user_blocked", user(id), user(id), change]);
};

const unblock = (method: "put" | "post") => async () => {
  const [admin, { id }] = [await createAdmin(), await createUser()];
  await ok(admin.put(`/users/${id}/block`));
  const change = changed("state", "blocked", "active");
  return scenario(admin, (by) => by[method](`/users/${id}/unblock`), ["unblock_user", user(id), user(id), change]);
};

const token = { name: "for the robot", scopes: ["api", "read_user"], expires_at: "2030-01-01" };
const issued = { scopes: "api, read_user", expires_at: "2030-01-01" };
const tokenTarget = (id: unknown) => ["PersonalAccessToken", id] as const;

export const auditedUsers: Scenarios = {
  async "POST /users"() {
    const values = person();
    return scenario(
      await createAdmin(),
      (by) => by.post("/users", values),
      ({ body: { id } }) => ["user_created", user(id), user(id), { add: "user" }],
    );
  },
  async "PUT /users/:id{[0-9]+}"() {
    const [admin, before, after] = [await createAdmin(), person(), person()];
    const { id } = await ok(admin.post("/users", before));
    const event = (type: string, change: object): Expected => [type, user(id), user(id), change];
    return scenario(
      admin,
      (by) => by.put(`/users/${id}`, { ...after, admin: true, external: true, bio: "b" }),
      event("user_name_updated", changed("name", before.name, after.name)),
      event("user_username_updated", changed("username", before.username, after.username)),
      event("user_email_address_updated", changed("email", before.email, after.email)),
      event("user_admin_status_updated", changed("admin", "false", "true")),
      event("user_external_status_updated", changed("external", "false", "true")),
    );
  },
  async "DELETE /users/:id{[0-9]+}"() {
    const [admin, owner, leaver] = await Promise.all([createAdmin(), createUser(), createUser()]);
    const [team, shared, own] = [await createGroup(owner), await createProject(owner), await createProject(leaver)];
    await joinGroup(owner, team, leaver, "developer");
    await joinProject(owner, shared, leaver, "reporter");
    const end = (from: string) => ({ remove: "user_access", from });
    return scenario(
      admin,
      (by) => by.delete(`/users/${leaver.id}`),
      ["project_destroyed", project(own.id), project(own.id), { remove: "project" }],
      ["member_destroyed", group(team.id), user(leaver.id), end("Developer")],
      ["member_destroyed", project(shared.id), user(leaver.id), end("Reporter")],
      ["user_destroyed", user(leaver.id), user(leaver.id), { remove: "user" }],
    );
  },
  "PUT /users/:id{[0-9]+}/block": block("put"),
  "POST /users/:id{[0-9]+}/block": block("post"),
  "PUT /users/:id{[0-9]+}/unblock": unblock("put"),
  "POST /users/:id{[0-9]+}/unblock": unblock("post"),
  async "POST /user/personal_access_tokens"() {
    const owner = await createUser();
    const change = { add: "personal_access_token", ...issued };
    return scenario(
      owner,
      (by) => by.post("/user/personal_access_tokens", token),
      ({ body }) => ["personal_access_token_created", user(owner.id), tokenTarget(body.id), change],
    );
  },
  async "DELETE /user/personal_access_tokens/:token_id"() {
    const owner = await createUser();
    const { id } = await ok(owner.post("/user/personal_access_tokens", token));
    const change = { remove: "personal_access_token" };
    return scenario(owner, (by) => by.delete(`/user/personal_access_tokens/${id}`), [
      "personal_access_token_revoked",
      user(owner.id),
      tokenTarget(id),
      change,
    ]);
  },
  async "POST /users/:id{[0-9]+}/impersonation_tokens"() {
    const [admin, { id }] = [await createAdmin(), await createUser()];
    return scenario(
      admin,
      (by) => by.post(`/users/${id}/impersonation_tokens`, token),
      ({ body }) => [
        "impersonation_token_created",
        user(id),
        tokenTarget(body.id),
        { add: "impersonation_token", ...issued },
      ],
    );
  },
  async "DELETE /users/:id{[0-9]+}/impersonation_tokens/:token_id"() {
    const [admin, { id }] = [await createAdmin(), await createUser()];
    const { id: tokenId } = await ok(admin.post(`/users/${id}/impersonation_tokens`, token));
    const change = { remove: "impersonation_token" };
    return scenario(admin, (by) => by.delete(`/users/${id}/impersonation_tokens/${tokenId}`), [
      "impersonation_token_revoked",
      user(id),
      tokenTarget(tokenId),
      change,
    ]);
  },
};
