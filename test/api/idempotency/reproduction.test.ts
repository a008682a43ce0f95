// Wherever a request stops, the next one ends with the record, for each endpoint with a `reproduction`.
import { beforeAll, expect, test } from "vitest";
import { routes } from "../../../src/api/v3/index.ts";
import { isSample } from "../../support/sample.ts";
import { World } from "./keyed-world.ts";
import { Life } from "./stepped-worker.ts";

/** Seconds, over the time after which a request counts as interrupted. */
const INTERRUPTED = 61;

/**
 * The steps at which requests stop: in a sample every fourth, among them one after the change is in the database and
 * before its response is. The steps before the change are the same for all endpoints (crashes.test.ts).
 */
const [FIRST_STEP, STRIDE] = isSample ? [3, 4] : [0, 1];

/** Nothing listens there. */
const nowhere = "http://127.0.0.1:9";

let world: World;
let names = 0;

const name = () => {
  names += 1;
  return `name-${names}`;
};

beforeAll(async () => {
  world = await World.create();
});

interface Prepared {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** A part of the response; the body by default. */
  readonly part?: object;
}

const project = (): Promise<{ id: number }> => world.call("POST", "/projects", { name: name() });

async function issue() {
  const { id } = await project();
  const created = await world.call("POST", `/projects/${id}/issues`, { title: name() });
  return `/projects/${id}/issues/${created.id}`;
}

async function mergeRequest() {
  const { at } = await world.repository();
  const body = { title: name(), source_branch: "feature", target_branch: "main" };
  const { id } = await world.call("POST", `${at}/merge_requests`, body);
  return `${at}/merge_requests/${id}`;
}

async function group() {
  const { id } = await world.call("POST", "/groups", { name: name(), path: name() });
  return `/groups/${id}`;
}

const user = () => {
  const username = name();
  return { username, name: username, email: `${username}@example.com`, password: "secret-enough" };
};

const done = (verb: "archive" | "unarchive" | "star", part: object) => async () => ({
  path: `/projects/${(await project()).id}/${verb}`,
  body: {},
  part,
});

const waitingMergeRequest = async () => {
  const path = await mergeRequest();
  const { sha, project_id } = await world.call("GET", path);
  await world.call("POST", `/projects/${project_id}/statuses/${sha}`, { state: "running", ref: "feature" });
  await world.call("PUT", `${path}/merge`, { merge_when_build_succeeds: true });
  return {
    path: `${path}/cancel_merge_when_build_succeeds`,
    body: {},
    part: { state: "opened", merge_when_build_succeeds: false },
  };
};

const memberOf = async (place: string) => {
  const { id } = await world.call("POST", "/users", user());
  await world.call("POST", `${place}/members`, { user_id: id, access_level: 10 });
  return { path: `${place}/members/${id}`, body: { access_level: 20 } };
};

const hookOf = async (place: string) => {
  const { id } = await world.call("POST", `${place}/hooks`, { url: nowhere });
  return { path: `${place}/hooks/${id}`, body: { url: `${nowhere}/${name()}` } };
};

const spent = async (place: string) => ({
  path: `${place}/add_spent_time`,
  body: { duration: "1h" },
  part: { total_time_spent: 3_600 },
});

const requests: Record<string, () => Promise<Prepared>> = {
  "POST /projects": async () => ({ path: "/projects", body: { name: name() } }),
  "POST /projects/user/:user_id": async () => ({ path: "/projects/user/1", body: { name: name() } }),
  "POST /projects/fork/:id": async () => {
    const { id } = await world.repository();
    const { id: namespace } = await world.call("POST", "/groups", { name: name(), path: name() });
    return { path: `/projects/fork/${id}`, body: { namespace }, part: { forked_from_project: { id } } };
  },
  "PUT /projects/:id": async () => ({ path: `/projects/${(await project()).id}`, body: { name: name() } }),
  "POST /projects/:id/issues": async () => ({
    path: `/projects/${(await project()).id}/issues`,
    body: { title: name() },
  }),
  "PUT /projects/:id/issues/:issue_id": async () => ({ path: await issue(), body: { title: name() } }),
  "POST /projects/:id/issues/:noteable_id/notes": async () => ({
    path: `${await issue()}/notes`,
    body: { body: name() },
  }),
  "PUT /projects/:id/issues/:noteable_id/notes/:note_id": async () => {
    const path = `${await issue()}/notes`;
    const { id } = await world.call("POST", path, { body: name() });
    return { path: `${path}/${id}`, body: { body: name() } };
  },
  "POST /projects/:id/merge_requests/:noteable_id/notes": async () => ({
    path: `${await mergeRequest()}/notes`,
    body: { body: name() },
  }),
  "PUT /projects/:id/merge_requests/:noteable_id/notes/:note_id": async () => {
    const path = `${await mergeRequest()}/notes`;
    const { id } = await world.call("POST", path, { body: name() });
    return { path: `${path}/${id}`, body: { body: name() } };
  },
  "POST /projects/:id/merge_requests": async () => ({
    path: `${(await world.repository()).at}/merge_requests`,
    body: { title: name(), source_branch: "feature", target_branch: "main" },
  }),
  "PUT /projects/:id/merge_requests/:merge_request_id": async () => ({
    path: await mergeRequest(),
    body: { title: name() },
  }),
  "PUT /projects/:id/merge_requests/:merge_request_id/merge": async () => ({
    path: `${await mergeRequest()}/merge`,
    body: {},
    part: { state: "merged" },
  }),
  "POST /projects/:id/archive": done("archive", { archived: true }),
  "POST /projects/:id/unarchive": done("unarchive", { archived: false }),
  "POST /projects/:id/star": done("star", { star_count: 1 }),
  "PUT /projects/:id/merge_requests/:merge_request_id/cancel_merge_when_build_succeeds": waitingMergeRequest,
  "POST /projects/:id/merge_requests/:merge_request_id/cancel_merge_when_build_succeeds": waitingMergeRequest,
  "PUT /groups/:id/members/:user_id": async () => memberOf(await group()),
  "PUT /projects/:id/members/:user_id": async () => memberOf(`/projects/${(await project()).id}`),
  "PUT /projects/:id/hooks/:hook_id": async () => hookOf(`/projects/${(await project()).id}`),
  "PUT /groups/:id/hooks/:hook_id": async () => hookOf(await group()),
  "PUT /hooks/:hook_id": async () => hookOf(""),
  "POST /projects/:id/issues/:issue_id/add_spent_time": async () => spent(await issue()),
  "POST /projects/:id/merge_requests/:merge_request_id/add_spent_time": async () => spent(await mergeRequest()),
  "POST /groups": async () => ({ path: "/groups", body: { name: name(), path: name() } }),
  "PUT /groups/:id": async () => ({ path: await group(), body: { description: name() } }),
  "POST /users": async () => {
    const body = user();
    return { path: "/users", body, part: { username: body.username } };
  },
  "PUT /users/:id{[0-9]+}": async () => {
    const { id } = await world.call("POST", "/users", user());
    return { path: `/users/${id}`, body: { name: name() } };
  },
  "PUT /projects/:id/milestones/:milestone_id": async () => {
    const path = `/projects/${(await project()).id}/milestones`;
    const { id } = await world.call("POST", path, { title: name() });
    return { path: `${path}/${id}`, body: { title: name() } };
  },
};

/** GitLab has two spellings for merge requests; both are one endpoint. DELETE takes no key. */
const reproduced = routes.filter(
  ({ endpoint, method, path }) =>
    endpoint.reproduction !== undefined && method !== "DELETE" && !path.includes("/merge_request/"),
);

test.each(reproduced.map(({ method, path }) => [`${method} ${path}`, method] as const))("%s", async (route, method) => {
  const prepare = requests[route];
  if (prepare === undefined) throw new Error(`There is no request for ${route}`);
  await stopAtEachStep(route, method, prepare);
});

test.each([
  ["POST", async () => `${(await world.repository()).at}/merge_requests`],
  [
    "PUT",
    async () => {
      const { project_id, iid } = await world.call("GET", await mergeRequest());
      return `/projects/${project_id}/merge_requests/${iid}`;
    },
  ],
] as const)("%s of a merge request in v4", async (method, place) => {
  const branches = { source_branch: "feature", target_branch: "main" };
  const prepare = async () => ({
    path: `/api/v4${await place()}`,
    body: { title: name(), ...(method === "POST" && branches) },
  });
  await stopAtEachStep(`${method} of a merge request in v4`, method, prepare);
});

test("POST /projects with an import_url", async () => {
  const prepare = async () => {
    const body = { name: name() };
    return { path: "/projects", body: { ...body, import_url: `${nowhere}/repository.git` }, part: body };
  };
  await stopAtEachStep("an import", "POST", prepare);
});

async function stopAtEachStep(route: string, method: string, prepare: () => Promise<Prepared>): Promise<void> {
  for (let stopsAt = FIRST_STEP, isStopped = true; isStopped; stopsAt += STRIDE) {
    const { path, body, part } = await prepare();
    const request = () => world.request(method, path, body, `${route} ${stopsAt}`.replaceAll(" ", "-"));
    isStopped = (await new Life(stopsAt).send(world.worker, request())) === null;
    await world.pass(INTERRUPTED);
    const response = await new Life().send(world.worker, request());
    const where = `stopped at step ${stopsAt}`;
    expect({ status: response?.status, body: await response?.json() }, where).toMatchObject({
      status: method === "POST" ? 201 : 200,
      body: part ?? body,
    });
  }
}

test.each([
  ["POST", async () => `/projects/${(await project()).id}/issues`],
  [
    "PUT",
    async () => {
      const { project_id, iid } = await world.call("GET", await issue());
      return `/projects/${project_id}/issues/${iid}`;
    },
  ],
] as const)("%s of an issue in v4", async (method, place) => {
  const prepare = async () => ({ path: `/api/v4${await place()}`, body: { title: name() } });
  await stopAtEachStep(`${method} of an issue in v4`, method, prepare);
});
