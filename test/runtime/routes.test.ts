// Routes that no other test on workerd calls successfully, called on the built Worker.
import { expect, test } from "vitest";
import { onlyNotification } from "../api/v3/notifications/notifications.ts";
import { createAdmin, createUser, levels, ok, root } from "../support/actors.ts";
import type { Answer, Values } from "../support/api.ts";
import { joinGroup, joinProject, shareWith } from "../support/belonging.ts";
import { createFullIssue, createGroup, createIssue, createProject } from "../support/factories.ts";
import { seedRepository } from "../support/git.ts";
import { createFullMergeRequest, createMergeRequest, createProposing } from "../support/merge-requests.ts";
import { once } from "../support/once.ts";

/** Sends the calls in order, and returns the responses that are not successful. */
async function refusalsOf(calls: Readonly<Record<string, () => Promise<Answer>>>): Promise<string[]> {
  const refusals: string[] = [];
  for (const [route, call] of Object.entries(calls)) {
    const { status, text } = await call();
    if (status >= 300) refusals.push(`${route}: ${status} ${text}`);
  }
  return refusals;
}

/** A public project in a group, and a user who is a member of neither. */
const setting = once(async () => {
  const [owner, other, admin] = await Promise.all([createUser(), createUser(), createAdmin()]);
  const group = await createGroup(owner, { visibility_level: 20, request_access_enabled: true });
  const project = await createProject(owner, {
    namespace_id: group.id,
    visibility_level: 20,
    request_access_enabled: true,
  });
  return { owner, other, admin, group, project, at: `/projects/${project.id}`, groupAt: `/groups/${group.id}` };
});

test("users and their tokens", async () => {
  const { owner } = await setting();
  const user = await createUser();
  const own = await ok(owner.post("/user/personal_access_tokens", { name: "one", scopes: ["api"] }));
  const tokens = `/users/${owner.id}/impersonation_tokens`;
  const impersonating = await ok(root.post(tokens, { name: "two", scopes: ["api"] }));
  expect(
    await refusalsOf({
      "DELETE /user/personal_access_tokens/:token_id": () => owner.delete(`/user/personal_access_tokens/${own.id}`),
      "GET /users/:id/impersonation_tokens/:token_id": () => root.get(`${tokens}/${impersonating.id}`),
      "DELETE /users/:id": () => root.delete(`/users/${user.id}`),
    }),
  ).toEqual([]);
  expect(await owner.post("/session", { login: owner.username, password: "secret-enough" })).toMatchObject({
    status: 401,
  });
});

test("members, access requests, shares and stars", async () => {
  const { owner, other, group, project, at, groupAt } = await setting();
  const member = await createUser();
  await joinGroup(owner, group, member, "guest");
  await joinProject(owner, project, member, "guest");
  const shared = await createGroup(owner);
  await shareWith(owner, project, shared, "guest");
  await ok(other.post(`${at}/star`));
  const developer: Values = { access_level: levels.developer };
  const send = async (path: string) => ok(other.post(`${path}/access_requests`));
  expect(
    await refusalsOf({
      "PUT /groups/:id/members/:user_id": () => owner.put(`${groupAt}/members/${member.id}`, developer),
      "DELETE /groups/:id/members/:user_id": () => owner.delete(`${groupAt}/members/${member.id}`),
      "GET /projects/:id/members/:user_id": () => owner.get(`${at}/members/${member.id}`),
      "PUT /projects/:id/members/:user_id": () => owner.put(`${at}/members/${member.id}`, developer),
      "DELETE /projects/:id/share/:group_id": () => owner.delete(`${at}/share/${shared.id}`),
      "DELETE /projects/:id/star": () => other.delete(`${at}/star`),
      "POST /groups/:id/access_requests": () => other.post(`${groupAt}/access_requests`),
      "DELETE /groups/:id/access_requests/:user_id": () => owner.delete(`${groupAt}/access_requests/${other.id}`),
    }),
  ).toEqual([]);
  await send(at);
  expect((await owner.delete(`${at}/access_requests/${other.id}`)).status).toBe(200);
  await send(at);
  expect((await owner.put(`${at}/access_requests/${other.id}/approve`)).status).toBe(201);
  await send(groupAt);
  expect((await owner.put(`${groupAt}/access_requests/${other.id}/approve`)).status).toBe(201);
});

test("hooks, trackers and transfers", async () => {
  const { owner, admin, group, at, groupAt } = await setting();
  const url = "http://127.0.0.1:9/";
  const [hook, systemHook] = [
    await ok(owner.post(`${groupAt}/hooks`, { url })),
    await ok(admin.post("/hooks", { url })),
  ];
  const moving = await createProject(owner);
  const tracker = {
    project_url: "http://a.example",
    issues_url: "http://a.example/:id",
    new_issue_url: "http://a.example/new",
  };
  const path = `${owner.username}/${moving.path}`;
  expect(
    await refusalsOf({
      "GET /groups/:id/hooks/:hook_id": () => owner.get(`${groupAt}/hooks/${hook.id}`),
      "PUT /groups/:id/hooks/:hook_id": () => owner.put(`${groupAt}/hooks/${hook.id}`, { url }),
      "POST /groups/:id/hooks/:hook_id/rotate_secret": () => owner.post(`${groupAt}/hooks/${hook.id}/rotate_secret`),
      "GET /hooks/:hook_id": () => admin.get(`/hooks/${systemHook.id}`),
      "PUT /hooks/:hook_id": () => admin.put(`/hooks/${systemHook.id}`, { url }),
      "POST /hooks/:hook_id/rotate_secret": () => admin.post(`/hooks/${systemHook.id}/rotate_secret`),
      "DELETE /hooks/:hook_id": () => admin.delete(`/hooks/${systemHook.id}`),
      "PUT /projects/:id/services/custom-issue-tracker": () =>
        owner.put(`${at}/services/custom-issue-tracker`, tracker),
      "POST /groups/:id/projects/:project_namespace/:project_path": () =>
        admin.post(`/groups/${group.id}/projects/${path}`),
    }),
  ).toEqual([]);
});

test("repositories", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const commit = await seedRepository(owner, project, { "README.md": "Read me\n", "a.txt": "1\n" });
  const at = `/projects/${project.id}/repository`;
  const branch = (branch_name: string) => ok(owner.post(`${at}/branches`, { branch_name, ref: "main" }));
  for (const name of ["gone", "picked"]) await branch(name);
  const change = { file_path: "a.txt", branch_name: "main", commit_message: "Change" };
  await ok(owner.post(`${at}/tags`, { tag_name: "v1", ref: "main", release_description: "One" }));
  const updated = await owner.put(`${at}/files`, { ...change, content: "2\n" });
  const { commit: changed } = await ok(owner.get(`${at}/branches/main`));
  expect(updated.status).toBe(200);
  expect(
    await refusalsOf({
      "GET /projects/:id/repository/files": () => owner.get(`${at}/files`, { file_path: "a.txt", ref: "main" }),
      "GET /projects/:id/repository/blobs/:sha": () => owner.get(`${at}/blobs/${commit}`, { filepath: "a.txt" }),
      "GET /projects/:id/repository/commits/:sha/blob": () =>
        owner.get(`${at}/commits/${commit}/blob`, { filepath: "a.txt" }),
      "POST /projects/:id/repository/commits/:sha/cherry_pick": () =>
        owner.post(`${at}/commits/${changed.id}/cherry_pick`, { branch: "picked" }),
      "DELETE /projects/:id/repository/files": () => owner.delete(`${at}/files`, change),
      "PUT /projects/:id/repository/tags/:tag_name/release": () =>
        owner.put(`${at}/tags/v1/release`, { description: "Two" }),
      "DELETE /projects/:id/repository/tags/:tag_name": () => owner.delete(`${at}/tags/v1`),
      "DELETE /projects/:id/repository/branches/:branch": () => owner.delete(`${at}/branches/gone`),
    }),
  ).toEqual([]);
});

test("notes, awards, todos and subscriptions of issues and merge requests", async () => {
  const { owner, other, project } = await setting();
  const issue = await createFullIssue(owner, project);
  const label = `/projects/${project.id}/labels/${issue.label_id}/subscription`;
  await ok(other.post(label));
  const proposing = await createProposing({ visibility_level: 20 });
  const full = await createFullMergeRequest(proposing.owner, proposing.project);
  const one = `${proposing.path}/${full.merge_request_id}`;
  const note = `${one}/notes/${full.merge_request_note_id}`;
  const [by, developer] = [proposing.owner, await createUser()];
  await joinProject(by, proposing.project, developer, "developer");
  expect(
    await refusalsOf({
      "DELETE /projects/:id/labels/:label_id/subscription": () => other.delete(label),
      "POST /projects/:id/issues/:subscribable_id/subscription": () =>
        other.post(`/projects/${project.id}/issues/${issue.id}/subscription`),
      "POST /projects/:id/merge_requests/:subscribable_id/subscription": () => developer.post(`${one}/subscription`),
      "POST /projects/:id/merge_requests/:merge_request_id/time_estimate": () =>
        by.post(`${one}/time_estimate`, { duration: "1h" }),
      "POST /projects/:id/merge_requests/:merge_request_id/add_spent_time": () =>
        by.post(`${one}/add_spent_time`, { duration: "1h" }),
      "DELETE /projects/:id/merge_requests/:merge_request_id/notes/:note_id/award_emoji/:award_id": () =>
        by.delete(`${note}/award_emoji/${full.merge_request_note_award_id}`),
      "DELETE /projects/:id/merge_requests/:merge_request_id/award_emoji/:award_id": () =>
        by.delete(`${one}/award_emoji/${full.merge_request_award_id}`),
      "DELETE /projects/:id/merge_requests/:noteable_id/notes/:note_id": () => by.delete(note),
    }),
  ).toEqual([]);
});

test("notifications", async () => {
  const { other, project } = await setting();
  const reader = await createUser();
  await createIssue(other, project, { description: `For @${reader.username}` });
  const { id } = await onlyNotification(reader);
  expect((await reader.post(`/notifications/${id}/read`)).status).toBe(201);
});

test("automatic merges, by every path and method", async () => {
  const { owner, project, at, tips } = await createProposing();
  const { id } = await createMergeRequest(owner, project);
  await ok(owner.post(`${at}/statuses/${tips.feature}`, { state: "running", ref: "feature" }));
  const refusals: string[] = [];
  for (const noun of ["merge_request", "merge_requests"]) {
    for (const method of ["put", "post"] as const) {
      const path = `${at}/${noun}/${id}`;
      const accepted = await owner.put(`${path}/merge`, { merge_when_build_succeeds: true });
      const ended = await owner[method](`${path}/cancel_merge_when_build_succeeds`);
      if (accepted.status !== 200 || ended.status >= 300)
        refusals.push(`${method} ${path}: ${accepted.text} ${ended.text}`);
    }
  }
  expect(refusals).toEqual([]);
});
