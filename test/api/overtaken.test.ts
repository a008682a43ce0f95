// Requests that another one overtakes: between two of their calls to the database or to a repository.
import { beforeAll, expect, test } from "vitest";
import { World } from "./idempotency/keyed-world.ts";
import { steppedBindings } from "./idempotency/stepped-worker.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

const unique = () => `n-${crypto.randomUUID()}`;

interface Overtaken<Made> {
  /** Makes what the request is about. */
  readonly begin: () => Promise<Made>;
  readonly request: (made: Made) => readonly [method: string, path: string, body: object];
  /** Each is made before another call of the request, one call after the other. */
  readonly changes: readonly ((made: Made) => Promise<unknown>)[];
  /** What the request has led to. */
  readonly outcome: (made: Made, answer: { readonly status: number; readonly body: any }) => Promise<string> | string;
}

/** Overtakes the request before its first call, its second, and so on. Returns the outcomes in that order, each once. */
async function overtake<Made>({ begin, request, changes, outcome }: Overtaken<Made>): Promise<string[]> {
  const outcomes = new Set<string>();
  for (let first = 0; ; first += 1) {
    const made = await begin();
    let steps = 0;
    // Each call has a step before it and one after it.
    const step = async () => {
      const call = steps / 2;
      steps += 1;
      await changes[call - first]?.(made);
    };
    const [method, path, body] = request(made);
    const response = await world.worker.fetch(
      world.request(method, path, body, null),
      steppedBindings(world.worker, step),
    );
    if (steps / 2 <= first) return [...outcomes];
    console.log(first, steps, response.status);
    outcomes.add(await outcome(made, { status: response.status, body: await response.json() }));
  }
}

test("a project whose group is renamed meanwhile is created, unless it is deleted at once", async () => {
  const begin = async () => {
    const { id } = await world.call("POST", "/groups", { name: unique(), path: unique() });
    return { id, name: unique() };
  };
  type Made = Awaited<ReturnType<typeof begin>>;
  const rename = ({ id }: Made) => world.call("PUT", `/groups/${id}`, { path: unique() });
  const remove = async ({ id }: Made) => {
    const [project] = await world.call("GET", `/groups/${id}/projects`);
    if (project !== undefined) await world.call("DELETE", `/projects/${project.id}`);
  };
  const outcomes = (...changes: ((made: Made) => Promise<unknown>)[]) =>
    overtake({
      begin,
      request: ({ id, name }) => ["POST", "/projects", { name, namespace_id: id }],
      changes,
      outcome: ({ id, name }, { status, body }) =>
        `${status} ${body.name === name && body.namespace.id === id ? "the project" : JSON.stringify(body)}`,
    });
  expect(await outcomes(rename)).toEqual(["201 the project"]);
  expect(await outcomes(rename, remove)).toEqual(["201 the project", "404"]);
});

test("a label that is renamed meanwhile gets its new color, one that is deleted is not found", async () => {
  const { id } = await world.call("POST", "/projects", { name: unique() });
  const labels = `/api/v4/projects/${id}/labels`;
  const begin = async () => {
    const label = await world.call("POST", labels, { name: unique(), color: "#ff0000" });
    return { one: `${labels}/${label.id}`, newName: unique() };
  };
  type Made = Awaited<ReturnType<typeof begin>>;
  const outcomes = (change: (made: Made) => Promise<unknown>) =>
    overtake({
      begin,
      request: ({ one }) => ["PUT", one, { color: "#00ff00" }],
      changes: [change],
      outcome: async ({ one, newName }, { status, body }) => {
        if (status !== 200) return `${status} ${JSON.stringify(body)}`;
        const { name, color } = await world.call("GET", one);
        return `${status} ${name === newName ? "renamed" : name} ${color}`;
      },
    });
  expect(await outcomes(({ one, newName }) => world.call("PUT", one, { new_name: newName }))).toEqual([
    "200 renamed #00ff00",
  ]);
  expect(await outcomes(({ one }) => world.call("DELETE", one))).toEqual(["404"]);
});

interface Proposed {
  readonly id: number;
  readonly at: string;
}

const push = ({ at }: Proposed, branch_name = "feature") =>
  world.call("POST", `${at}/repository/files`, {
    ...{ branch_name, file_path: unique(), content: "Pushed", commit_message: "Push" },
  });

const tipOf = async ({ at }: Proposed, branch: string) =>
  (await world.call("GET", `${at}/repository/branches/${branch}`)).commit.id;

test("a merge request whose source is pushed to while it is created has the pushed commit, unless it is deleted", async () => {
  const outcomes = (...changes: ((made: Proposed) => Promise<unknown>)[]) =>
    overtake({
      begin: () => world.repository(),
      request: ({ at }) => [
        "POST",
        `${at}/merge_requests`,
        { title: "t", source_branch: "feature", target_branch: "main" },
      ],
      changes,
      outcome: async (made, { status, body }) => {
        if (status !== 201) return `${status} ${JSON.stringify(body)}`;
        const tip = await tipOf(made, "feature");
        const one = `${made.at}/merge_requests/${body.id}`;
        const [{ sha }, versions] = [await world.call("GET", one), await world.call("GET", `${one}/versions`)];
        const heads = versions.map(({ head_commit_sha }) => head_commit_sha);
        return [status, body.sha === tip, sha === tip, heads.length, heads[0] === tip].join(" ");
      },
    });
  expect(await outcomes(push)).toEqual([]);
  const remove = ({ at }: Proposed) => world.call("DELETE", at);
  expect(await outcomes(push, async () => {}, remove)).toEqual([]);
});

test("merging", async () => {
  const begin = async () => {
    const made = await world.repository();
    const sha = await tipOf(made, "feature");
    const path = `${made.at}/merge_requests`;
    const { id } = await world.call("POST", path, { title: "t", source_branch: "feature", target_branch: "main" });
    const setStatus = (state: string) =>
      world.call("POST", `${made.at}/statuses/${sha}`, { state, ref: "feature" });
    await setStatus("running");
    return { ...made, one: `${path}/${id}`, setStatus };
  };
  type Made = Awaited<ReturnType<typeof begin>>;
  const outcomes = (change: (made: Made) => Promise<unknown>) =>
    overtake({
      begin,
      request: ({ one }) => ["PUT", `${one}/merge`, { merge_when_build_succeeds: true }],
      changes: [change],
      outcome: async ({ one }, { status, body }) => {
        const { state, merge_when_build_succeeds } = await world.call("GET", one);
        return [status, JSON.stringify(body).slice(0, 80), state, merge_when_build_succeeds].join(" ");
      },
    });
  console.log(await outcomes(push));
  console.log(await outcomes(({ setStatus }) => setStatus("success")));
  console.log(await outcomes(({ one }) => world.call("PUT", one, { state_event: "close" })));
  console.log(await outcomes(({ one }) => world.call("PUT", one, { target_branch: "other" })));
});
