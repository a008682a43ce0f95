// GLOBAL_READS: what clients may rely on when reads are served by replicas that lag.
import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { commandPackets } from "../api/git/raw-push.ts";
import { packOf } from "../git/pack/pack-bytes.ts";
import { Random } from "../git/random.ts";
import { root } from "../support/actors.ts";
import { send } from "../support/api.ts";
import { once } from "../support/once.ts";
import { cases } from "../support/sample.ts";
import { catchUp, laggingWorld, often } from "./lagging-world.ts";
import { type Course, createWorld, type Kind, simulate } from "./replica-simulation.ts";

/** REPLICA_SEEDS=10000 runs more. */
const SEEDS = Number(process.env.REPLICA_SEEDS ?? cases(200));

const world = once(createWorld);

const courses = once(async () => {
  const lasting = await world();
  const found: (Course & { readonly seed: number })[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) found.push({ ...(await simulate(lasting, seed)), seed });
  return found;
});

/** Readings of an older title than the client had read or written before. */
async function stale(kind: Kind): Promise<string[]> {
  return (await courses()).flatMap(({ seed, history, readings }) =>
    readings
      .filter((reading) => reading.kind === kind && history.indexOf(reading.title) < history.indexOf(reading.before))
      .map(({ title, before }) => `seed ${seed}: ${title} after ${before}`),
  );
}

describe(`clients of ${SEEDS} seeds`, { timeout: 3_600_000 }, () => {
  test("that send their bookmark never read an older state than they have seen, in any isolate", async () => {
    expect(await stale("header")).toEqual([]);
  });

  test("that send none never do in the same isolate", async () => {
    expect(await stale("isolate")).toEqual([]);
  });

  test("that send none do in another isolate, or the replicas of this test do not lag", async () => {
    expect((await stale("neither")).length).toBeGreaterThan(0);
  });

  test("overwrite no edit that they have not read", async () => {
    expect((await courses()).flatMap(({ lostUpdates }) => lostUpdates)).toEqual([]);
  });

  test("find every edit in the end", async () => {
    const lost = (await courses()).filter(({ history, written }) => history.length !== written + 1);
    expect(lost.map(({ seed }) => seed)).toEqual([]);
  });
});

const bookmark = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/);

describe("every response that has read the database has a bookmark", () => {
  test.each<[string, string, string, number]>([
    ["a read", "GET", "", 200],
    ["HEAD", "HEAD", "", 200],
    ["a write", "PUT", "?description=new", 200],
    ["a refusal", "GET", "/members/999999999", 404],
  ])("%s", async (_, method, path, status) => {
    const { isolates, token, path: project } = await world();
    const answer = await isolates[0]?.call(method, project + path, { token });
    expect([answer?.status, answer?.headers.get("x-d1-bookmark")]).toEqual([status, bookmark]);
  });

  test("git's", async () => {
    const { isolates, token } = await world();
    const path = "/owner/project.git/info/refs?service=git-upload-pack";
    const answer = await isolates[0]?.call("GET", path, { token });
    expect([answer?.status, answer?.headers.get("x-d1-bookmark")]).toEqual([200, bookmark]);
  });
});

test.each(["newest", "1", "00000001-00000000-00000001-xyz", "first-primary; drop", "first", " "])(
  "the bookmark %j is 400",
  async (malformed) => {
    const { isolates, token, path } = await world();
    const headers = { "x-d1-bookmark": malformed };
    const answer = await isolates[0]?.call("GET", path, { token, headers });
    expect([answer?.status, answer?.body]).toEqual([400, { error: "x-d1-bookmark is invalid" }]);
  },
);

test("first-primary in place of a bookmark reads the newest state", async () => {
  const { here, there, token, path } = await laggingWorld();
  await here.ok("PUT", path, { token, body: { description: "new" } });
  const headers = { "x-d1-bookmark": "first-primary" };
  const found = await often(async () => (await there.call("GET", path, { token, headers })).body.description);
  expect(new Set(found)).toEqual(new Set(["new"]));
});

test.each([
  ["ROOT_TOKEN", {}],
  ["ROOT_TOKEN and sudo", { sudo: "root" }],
])("a caller with %s reads what it has written in the same isolate", async (_, headers) => {
  const { here, path } = await laggingWorld();
  const { token } = here;
  await here.ok("PUT", path, { headers, body: { description: "new" } });
  const found = await often(async () => (await here.call("GET", path, { token, headers })).body.description);
  expect(new Set(found)).toEqual(new Set(["new"]));
});

test("a bookmark of another database is forgotten with its request", async () => {
  const { isolates, path, token } = await createWorld();
  const [isolate] = isolates;
  const headers = { "x-d1-bookmark": `ffffffff-ffffffff-ffffffff-${"f".repeat(32)}` };
  await isolate?.call("GET", path, { token, headers });
  const own = await isolate?.call("GET", path, { token });
  expect(own?.headers.get("x-d1-bookmark")).not.toMatch(/^f/);
});

describe("nothing is refused because a replica lags", () => {
  test("a new project, in another isolate without a bookmark", async () => {
    const { here, there, token } = await laggingWorld();
    const { id } = await here.ok("POST", "/projects", { token, body: { name: "young" } });
    const found = await often(async () => (await there.call("GET", `/projects/${id}`, { token })).status);
    expect(new Set(found)).toEqual(new Set([200]));
  });

  test("a new token", async () => {
    const { here, there } = await laggingWorld();
    const { token } = await here.createUser("young");
    expect(new Set(await often(async () => (await there.call("GET", "/user", { token })).status))).toEqual(
      new Set([200]),
    );
  });

  test("a new token, where the anonymous are admitted, too", async () => {
    const { here, there } = await laggingWorld();
    const { token } = await here.createUser("young");
    const { id } = await here.ok("POST", "/projects", { token, body: { name: "private" } });
    const found = await often(async () => (await there.call("GET", "/projects/visible", { token })).body);
    expect(found.map((projects) => projects.map((project: { id: number }) => project.id))).toEqual(
      Array(10).fill([id]),
    );
  });

  test("a new administrator's request for the cost", async () => {
    const { here, there } = await laggingWorld();
    const { id, token } = await here.createUser("young");
    await here.ok("PUT", `/users/${id}`, { body: { admin: true } });
    const headers = { prefer: "server-timing" };
    const found = await often(() => there.call("GET", "/user", { token, headers }));
    expect(found.map((answer) => answer.headers.get("preference-applied"))).toEqual(Array(10).fill("server-timing"));
  });

  test("a new member", async () => {
    const { here, there, token, path } = await laggingWorld();
    const { id, token: young } = await here.createUser("young");
    await here.ok("POST", `${path}/members`, { token, body: { user_id: id, access_level: 30 } });
    expect(new Set(await often(async () => (await there.call("GET", path, { token: young })).status))).toEqual(
      new Set([200]),
    );
  });
});

describe("a revoked token", () => {
  async function revoked() {
    const lagging = await laggingWorld();
    const { here, d1 } = lagging;
    const user = await here.createUser("leaver");
    const tokens = `/users/${user.id}/impersonation_tokens`;
    const [{ id }] = await here.ok("GET", tokens);
    d1.configure(new Random(2), [0, 0]);
    d1.advance(1);
    await often(() => here.call("GET", "/user", { token: lagging.token }));
    d1.configure(new Random(2), [5, 5]);
    await here.ok("DELETE", `${tokens}/${id}`);
    return { ...lagging, leaver: user.token };
  }

  test("cannot write from then on, nor clone or push", async () => {
    const { there, leaver, path } = await revoked();
    const write = await there.call("POST", `${path}/issues`, { token: leaver, body: { title: "late" } });
    const clone = await there.call("GET", "/owner/project.git/info/refs?service=git-upload-pack", { token: leaver });
    expect([write.status, clone.status]).toEqual([401, 401]);
  });

  test("can read until the replica has the revocation", async () => {
    const { d1, there, leaver } = await revoked();
    const before = await often(async () => (await there.call("GET", "/user", { token: leaver })).status);
    d1.advance(5);
    const after = await often(async () => (await there.call("GET", "/user", { token: leaver })).status);
    expect([before.includes(200), new Set(after)]).toEqual([true, new Set([401])]);
  });
});

describe("Durable Objects", () => {
  const commit = {
    branch_name: "main",
    commit_message: "One",
    actions: [{ action: "create", file_path: "one", content: "1" }],
  };

  test("return the state that a push has made, which its bookmark then names", async () => {
    const { here, there, token, path } = await laggingWorld();
    const pushed = await here.call("POST", `${path}/repository/commits`, { token, body: commit });
    const headers = { "x-d1-bookmark": pushed.headers.get("x-d1-bookmark") ?? "" };
    const events = await often(() => there.call("GET", `${path}/events`, { token, headers }));
    expect(new Set(events.map(({ body }) => body[0]?.action_name))).toEqual(new Set(["pushed new"]));
  });

  test("return the state that a push by git has made, which the isolate then remembers", async () => {
    const world = await laggingWorld();
    const { here, token, path } = world;
    const { id: after } = await here.ok("POST", `${path}/repository/commits`, { token, body: commit });
    await catchUp(world);
    const pushed = await here.send("/owner/project.git/git-receive-pack", {
      method: "POST",
      headers: { "private-token": token, "content-type": "application/x-git-receive-pack-request" },
      body: Buffer.concat([commandPackets([{ name: "refs/heads/next", after }]), packOf([])]),
    });
    expect(await pushed.text()).toContain("ok refs/heads/next");
    const events = await often(() => here.call("GET", `${path}/events`, { token }));
    expect(new Set(events.map(({ body }) => body[0]?.data?.ref))).toEqual(new Set(["refs/heads/next"]));
  });

  test("notify of events that no replica has", async () => {
    const { here, token, path } = await laggingWorld();
    const { id, token: young } = await here.createUser("young");
    await here.ok("POST", `${path}/members`, { token, body: { user_id: id, access_level: 30 } });
    await here.ok("POST", `${path}/issues`, { token, body: { title: "For you", assignee_id: id } });
    const read = () =>
      here.call("GET", "/notifications", { token: young, headers: { "x-d1-bookmark": "first-primary" } });
    let notified = await read();
    for (let waits = 0; notified.body.length === 0 && waits < 100; waits += 1) {
      await here.settle();
      notified = await read();
    }
    expect(notified.body).toMatchObject([{ target: { title: "For you" } }]);
  });
});

test("without GLOBAL_READS there is no bookmark, and one that is sent is ignored", async () => {
  const headers = { "x-d1-bookmark": "malformed" };
  const { status, headers: given } = await send("/version", { headers: { ...root.headers, ...headers } });
  expect([status, given.get("x-d1-bookmark")]).toEqual([200, null]);
});
