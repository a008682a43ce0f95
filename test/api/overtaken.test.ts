// Requests that others overtake: between two of their calls to the database or to a repository.
import { beforeAll, describe, expect, test } from "vitest";
import { World } from "./idempotency/keyed-world.ts";
import { steppedBindings } from "./idempotency/stepped-worker.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

const name = () => `n-${crypto.randomUUID()}`;

type Change<Made> = (made: Made) => Promise<unknown>;

interface Overtaken<Made> {
  /** Makes what the request is about. */
  readonly begin: () => Promise<Made>;
  readonly request: (made: Made) => readonly [method: string, path: string, body: object];
  /** The first is made before a call of the request, the next before its next call, and so on. */
  readonly changes: readonly Change<Made>[];
  /** What the request has led to. */
  readonly outcome: (made: Made, status: number, body: Awaited<ReturnType<World["call"]>>) => unknown;
}

/**
 * Overtakes the request before its first call, then another one before its second, and so on, until one makes no more
 * calls. Returns the outcomes in this order, each once.
 */
async function overtake<Made>({ begin, request, changes, outcome }: Overtaken<Made>): Promise<unknown[]> {
  const outcomes = new Map<string, unknown>();
  for (let first = 0; ; first += 1) {
    const made = await begin();
    let steps = 0;
    // Each call has a step before it, and one after it.
    const step = async () => {
      const at = steps / 2 - first;
      steps += 1;
      await changes[at]?.(made);
    };
    const sent = world.request(...request(made), null);
    const response = await world.worker.fetch(sent, steppedBindings(world.worker, step));
    if (steps / 2 <= first) return [...outcomes.values()];
    const found = await outcome(made, response.status, await response.json());
    outcomes.set(JSON.stringify(found), found);
  }
}

describe("a project in a group that is renamed meanwhile", () => {
  const begin = async () => ({
    group: await world.call("POST", "/groups", { name: name(), path: name() }),
    path: name(),
  });
  type Made = Awaited<ReturnType<typeof begin>>;
  const create = (...changes: Change<Made>[]) =>
    overtake({
      begin,
      request: ({ group, path }) => ["POST", "/projects", { path, namespace_id: group.id }],
      changes,
      outcome: ({ group, path }, status, body) =>
        status === 201 ? [status, body.path === path, body.namespace.id === group.id] : [status, body],
    });
  const rename = ({ group }: Made) => world.call("PUT", `/groups/${group.id}`, { path: name() });

  test("is created", async () => {
    expect(await create(rename)).toEqual([[201, true, true]]);
  });

  test("is not found if it is deleted before it is read", async () => {
    const remove = async ({ group }: Made) => {
      for (const { id } of await world.call("GET", `/groups/${group.id}/projects`)) {
        await world.call("DELETE", `/projects/${id}`);
      }
    };
    expect(await create(rename, remove)).toEqual([
      [201, true, true],
      [404, { message: "404 Project Not Found" }],
    ]);
  });
});

test("a project is not moved into a group that is deleted meanwhile, and the group is not found", async () => {
  const outcomes = await overtake({
    begin: async () => ({
      group: await world.call("POST", "/groups", { name: name(), path: name() }),
      project: await world.call("POST", "/projects", { name: name() }),
    }),
    request: ({ group, project }) => ["POST", `/groups/${group.id}/projects/${project.id}`, {}],
    changes: [({ group }) => world.call("DELETE", `/groups/${group.id}`)],
    outcome: async ({ project }, status, { message }) => {
      const { path_with_namespace } = await world.call("GET", `/projects/${project.id}`);
      return [status, message, path_with_namespace === project.path_with_namespace];
    },
  });
  expect(outcomes).toEqual([[404, "404 Group Not Found", true]]);
});

test("a label that is renamed meanwhile gets the color that it was given", async () => {
  const { id } = await world.call("POST", "/projects", { name: name() });
  const labels = `/api/v4/projects/${id}/labels`;
  const outcomes = await overtake({
    begin: async () => `${labels}/${(await world.call("POST", labels, { name: name(), color: "#ff0000" })).id}`,
    request: (one) => ["PUT", one, { color: "#00ff00" }],
    changes: [(one) => world.call("PUT", one, { new_name: `renamed ${name()}` })],
    outcome: async (one, status) => {
      const label = await world.call("GET", one);
      return [status, label.name.slice(0, 8), label.color];
    },
  });
  expect(outcomes).toEqual([[200, "renamed ", "#00ff00"]]);
});

interface Proposing {
  /** Path of the project. */
  readonly at: string;
}

const proposal = { title: "t", source_branch: "feature", target_branch: "main" };

const push = ({ at }: Proposing) => {
  const file = { branch_name: "feature", file_path: name(), content: "Pushed", commit_message: "Push" };
  return world.call("POST", `${at}/repository/files`, file);
};

const tipOf = async ({ at }: Proposing): Promise<string> =>
  (await world.call("GET", `${at}/repository/branches/feature`)).commit.id;

test("a merge request whose source branch is pushed to meanwhile has what was pushed, in at most two versions", async () => {
  const outcomes = await overtake({
    begin: () => world.repository(),
    request: ({ at }) => ["POST", `${at}/merge_requests`, proposal],
    changes: [push],
    outcome: async (made, status, body) => {
      const tip = await tipOf(made);
      const versions = await world.call("GET", `${made.at}/merge_requests/${body.id}/versions`);
      return [status, body.sha === tip, versions[0].head_commit_sha === tip, versions.length <= 2];
    },
  });
  expect(outcomes).toEqual([[201, true, true, true]]);
});

test("the merge of a merge request that is deleted after another push is not found", async () => {
  const begin = async () => {
    const { at } = await world.repository();
    return { at, one: `${at}/merge_requests/${(await world.call("POST", `${at}/merge_requests`, proposal)).id}` };
  };
  const outcomes = await overtake({
    begin,
    request: ({ one }) => ["PUT", `${one}/merge`, {}],
    changes: [push, ({ one }) => world.call("DELETE", one)],
    outcome: (_, status, body) => [status, body.state ?? body.message],
  });
  // A push that comes last finds it merged.
  expect(outcomes).toEqual([
    [404, "404 Not found"],
    [200, "merged"],
  ]);
});

test("a status of a commit whose project is deleted before it is stored is not found", async () => {
  const outcomes = await overtake({
    begin: async () => {
      const { at } = await world.repository();
      return { at, sha: await tipOf({ at }) };
    },
    request: ({ at, sha }) => ["POST", `${at}/statuses/${sha}`, { state: "success" }],
    changes: [({ at }) => world.call("DELETE", at)],
    outcome: (_, status, body) => [status, body.message ?? body.status],
  });
  // What is merged by the status is looked up once it is stored.
  expect(outcomes).toEqual([
    [404, "404 Project Not Found"],
    [201, "success"],
  ]);
});

describe("a merge that is to wait for its pipeline", () => {
  const begin = async () => {
    const { at } = await world.repository();
    const sha = await tipOf({ at });
    const { id } = await world.call("POST", `${at}/merge_requests`, proposal);
    const setStatus = (state: string) => world.call("POST", `${at}/statuses/${sha}`, { state, ref: "feature" });
    await setStatus("running");
    return { at, one: `${at}/merge_requests/${id}`, setStatus };
  };
  type Made = Awaited<ReturnType<typeof begin>>;
  const merge = (change: Change<Made>) =>
    overtake({
      begin,
      request: ({ one }) => ["PUT", `${one}/merge`, { merge_when_build_succeeds: true }],
      changes: [change],
      outcome: async ({ one }, status, { message }) => {
        const { state, merge_when_build_succeeds: waits } = await world.call("GET", one);
        return [status, message ?? null, state, waits ? "waits" : null];
      },
    });
  const CHANGED = "SHA does not match HEAD of source branch";

  test("is refused if commits are pushed after it has read the merge request", async () => {
    // A push that comes before has no pipeline to wait for.
    expect(await merge(push)).toEqual([
      [200, null, "merged", null],
      [409, CHANGED, "opened", null],
    ]);
  });

  test("is refused if the target branch is changed after it has read the merge request", async () => {
    expect(await merge(({ one }) => world.call("PUT", one, { target_branch: "other" }))).toEqual([
      [405, "Branch cannot be merged", "opened", null],
      [409, CHANGED, "opened", null],
    ]);
  });

  test("is done at once if the pipeline succeeds before it waits", async () => {
    expect(await merge(({ setStatus }) => setStatus("success"))).toEqual([[200, null, "merged", null]]);
  });

  test("is refused if the merge request is closed", async () => {
    expect(await merge(({ one }) => world.call("PUT", one, { state_event: "close" }))).toEqual([
      [406, "Method Not Allowed", "closed", null],
    ]);
  });
});
