// One successful call of each route of API v4, on the built Worker.
import { afterAll, describe, expect, test } from "vitest";
import { levels, ok, unique } from "../support/actors.ts";
import { type Answer, send, type Values, withQuery } from "../support/api.ts";
import { addressOf, everyRoute, keyOf, type WalkedRoute } from "../support/every-api.ts";
import { besides, callerOf, createScene, declaredBy, existing, fillPath, type Scene } from "../support/every-route.ts";
import { once } from "../support/once.ts";
import { v4 } from "../support/v4.ts";

const ofOneRequest = "who asks and who approves are two; test/api/v4/access-requests";
const unheard = "nothing listens at the URL of the hooks; test/api/v4/hooks/deliveries.test.ts";
const unmerged = "the merge request has nothing to merge; test/api/v4/merge-requests";

/** Routes that are not called, and the reasons. */
const leftOut: Readonly<Record<string, string>> = {
  "POST /groups/:id/access_requests": ofOneRequest,
  "PUT /groups/:id/access_requests/:user_id/approve": ofOneRequest,
  "DELETE /groups/:id/access_requests/:user_id": ofOneRequest,
  "POST /projects/:id/access_requests": ofOneRequest,
  "PUT /projects/:id/access_requests/:user_id/approve": ofOneRequest,
  "DELETE /projects/:id/access_requests/:user_id": ofOneRequest,
  "POST /projects/:id/hooks/:hook_id/events/:hook_log_id/resend": unheard,
  "POST /projects/:id/hooks/:hook_id/test/:trigger": unheard,
  "POST /groups/:id/hooks/:hook_id/events/:hook_log_id/resend": unheard,
  "POST /groups/:id/hooks/:hook_id/test/:trigger": unheard,
  "POST /hooks/:hook_id/events/:hook_log_id/resend": unheard,
  "POST /hooks/:hook_id/test/:trigger": unheard,
  "POST /hooks": "the scene's own call",
  "POST /projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds": unmerged,
  "PUT /projects/:id/merge_requests/:merge_request_iid/merge": unmerged,
  "PUT /projects/:id/merge_requests/:merge_request_iid/rebase": unmerged,
  "POST /projects/:id/repository/commits/:sha{.+}/cherry_pick": "its branch has the commit; test/api/v4/repositories",
  "POST /projects/:id/uploads": "takes a file, as the scene's own call does",
};

const heart = { name: "heart" };
const word = () => ({ name: unique("name") });
const described = { description: "d" };
const searched = { scope: "issues", search: "issue" };
const scoped = () => ({ ...word(), scopes: ["api"] });

/** What a route needs besides its required parameters. */
const given: Readonly<Record<string, (scene: Scene) => Values>> = {
  // Issues are not searched in all of a server with many projects.
  "GET /search": () => ({ ...searched, scope: "projects" }),
  "GET /groups/:id/search": () => searched,
  "GET /projects/:id/search": () => searched,
  "GET /projects/:id/repository/merge_base": () => ({ refs: ["main", "v1"] }),
  "POST /users": () => ({ password: "secret-enough" }),
  "POST /user/personal_access_tokens": scoped,
  "POST /users/:id{[0-9]+}/personal_access_tokens": scoped,
  "POST /users/:id{[0-9]+}/impersonation_tokens": scoped,
  "POST /projects": word,
  "POST /groups/:id/members": ({ spare }) => ({ user_id: spare.id }),
  "POST /projects/:id/members": ({ spare }) => ({ user_id: spare.id }),
  "POST /projects/:id/merge_requests": () => ({ source_branch: "feature" }),
  "POST /projects/:id/protected_branches": () => ({ name: "feature" }),
  "POST /projects/:id/releases": () => ({ ref: "main" }),
  "PUT /users/:id{[0-9]+}": () => ({ bio: "b" }),
  "PUT /groups/:id": () => described,
  "PUT /projects/:id": () => described,
  "PUT /projects/:id/transfer": ({ names }) => ({ namespace: names.group_id }),
  "PUT /projects/:id/labels/:label_id": () => described,
  "PUT /projects/:id/labels": () => described,
  "PUT /projects/:id/milestones/:milestone_id": () => described,
  "PUT /projects/:id/merge_requests/:merge_request_iid": () => described,
  "PUT /projects/:id/issues/:issue_iid": () => described,
  "PUT /projects/:id/releases/:tag_name{.+}/assets/links/:link_id": word,
  "PUT /projects/:id/releases/:tag_name{.+}": word,
  "PUT /projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id/notes/:note_id": () => ({
    body: "b",
  }),
  "DELETE /projects/:id/labels": ({ label }) => ({ name: label }),
  "POST /projects/:id/issues/:issue_iid/award_emoji": () => heart,
  "POST /projects/:id/issues/:issue_iid/notes/:note_id/award_emoji": () => heart,
  "POST /projects/:id/merge_requests/:merge_request_iid/award_emoji": () => heart,
  "POST /projects/:id/merge_requests/:merge_request_iid/notes/:note_id/award_emoji": () => heart,
};

/** A scene with members, hooks and tokens, and a branch besides the default one. */
async function createRichScene({ path }: Pick<WalkedRoute, "path">): Promise<Scene> {
  const scene = await createScene();
  const { owner, admin, names } = scene;
  const [group, project] = [`/groups/${names.group}`, `/projects/${names.project}`];
  const guest = { user_id: names.user_id, access_level: levels.guest };
  await ok(owner.post(`${group}/members`, guest));
  await ok(owner.post(`${project}/members`, guest));
  await ok(owner.post(v4(`${project}/repository/branches`), { branch: "feature", ref: "main" }));
  const token = path.startsWith("/users/")
    ? await ok(admin.post(v4(`/users/${names.user}/impersonation_tokens`), scoped()))
    : await ok(owner.post(v4("/user/personal_access_tokens"), scoped()));
  const url = "http://127.0.0.1:9/";
  const hook_id = path.startsWith("/projects/")
    ? names.hook_id
    : (await ok(path.startsWith("/hooks") ? admin.post(v4("/hooks"), { url }) : owner.post(`${group}/hooks`, { url })))
        .id;
  return { ...scene, names: { ...names, token_id: token.id, hook_id } };
}

/** With what is deleted besides. */
async function createToDelete(route: Pick<WalkedRoute, "path">): Promise<Scene> {
  const scene = await createRichScene(route);
  const { owner, admin, names } = scene;
  const project = `/projects/${names.project}`;
  await ok(owner.post(`${project}/share`, { group_id: names.group_id, group_access: levels.guest }));
  await ok(admin.post(`${project}/fork/${names.forked_from_id}`));
  return { ...scene, names: { ...names, branch: "feature" } };
}

async function call(scene: Scene, route: WalkedRoute): Promise<Answer> {
  const { method, path } = route;
  const names = { ...scene.names, ...(method === "POST" && { file_path: "new.txt" }) };
  const required = Object.fromEntries(declaredBy(route).filter(([, param]) => param.required));
  const values = { ...besides(scene, route, required, []), ...given[`${method} ${path}`]?.(scene) } as Values;
  const { headers } = callerOf(scene, route);
  const url = addressOf(
    route,
    fillPath(path, (segment) => existing({ ...scene, names }, path, segment)),
  );
  if (method === "GET") return send(withQuery(url, values), { headers });
  const body = JSON.stringify(values);
  return send(url, { method, headers: { ...headers, "content-type": "application/json" }, body });
}

const called = everyRoute.filter(({ isV4, method, path }) => isV4 && !(`${method} ${path}` in leftOut));

/** The first segments of paths of which each has hooks and tokens of its own. */
const roots = ["/users", "/groups", "/hooks", ""];
const rootOf = ({ path }: WalkedRoute): string => roots.find((root) => path.startsWith(root)) ?? "";

const scenes = new Map(roots.map((root) => [root, once(() => createRichScene({ path: `${root || "/projects"}/` }))]));

function sceneOf(root: string): Promise<Scene> {
  const scene = scenes.get(root);
  if (scene === undefined) throw new Error(`${root} is no root.`);
  return scene();
}

afterAll(async () => {
  const { admin, names } = await sceneOf("/hooks");
  await ok(admin.delete(`/hooks/${names.hook_id}`));
});

describe.each(["GET", "POST", "PUT", "PATCH"] as const)("%s", (method) => {
  test.each(roots)("%s", { timeout: 120_000 }, async (root) => {
    const refusals: string[] = [];
    for (const route of called.filter((route) => route.method === method && rootOf(route) === root)) {
      const { status, text } = await call(await sceneOf(root), route);
      if (status >= 400) refusals.push(`${keyOf(route)}: ${status} ${text}`);
    }
    expect(refusals).toEqual([]);
  });
});

/** Routes that delete a record, or a part of one, that another route deletes: they get a scene of their own. */
const deletedByOthers = [
  "DELETE /projects/:id/issues/:issue_iid/notes/:note_id/award_emoji/:award_id",
  "DELETE /projects/:id/issues/:issue_iid/notes/:note_id",
  "DELETE /projects/:id/labels",
  "DELETE /projects/:id/releases/:tag_name{.+}",
  "DELETE /projects/:id/uploads/:upload_id",
];

/** Records below others come first, so that each route finds what it deletes in the scene of those before it. */
const deepestFirst = (routes: readonly WalkedRoute[]): WalkedRoute[] =>
  routes.toSorted((one, other) => other.path.split("/").length - one.path.split("/").length);

const deletes = called.filter(({ method }) => method === "DELETE");
const isDeletedByOthers = ({ path }: WalkedRoute) => deletedByOthers.includes(`DELETE ${path}`);

async function refusalsOf(routes: readonly WalkedRoute[], root: string): Promise<string[]> {
  const scene = await createToDelete({ path: `${root || "/projects"}/` });
  const refusals: string[] = [];
  for (const route of deepestFirst(routes)) {
    const { status, text } = await call(scene, route);
    if (status >= 300) refusals.push(`${keyOf(route)}: ${status} ${text}`);
  }
  return refusals;
}

test.each(roots)("DELETE %s", { timeout: 120_000 }, async (root) => {
  const routes = deletes.filter((route) => rootOf(route) === root && !isDeletedByOthers(route));
  expect(await refusalsOf(routes, root)).toEqual([]);
});

test("DELETE of records that other routes delete as well", { timeout: 120_000 }, async () => {
  expect(await refusalsOf(deletes.filter(isDeletedByOthers), "")).toEqual([]);
});

test("every route left out exists", () => {
  const keys = everyRoute.filter(({ isV4 }) => isV4).map(({ method, path }) => `${method} ${path}`);
  expect(
    [...Object.keys(leftOut), ...Object.keys(given), ...deletedByOthers].filter((key) => !keys.includes(key)),
  ).toEqual([]);
});
