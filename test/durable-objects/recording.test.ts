// What a repository's object records in the database: by how many round trips, and what becomes of it when that fails, or
// when something comes between.
import { expect, test, vi } from "vitest";
import { OwnWorker } from "../support/own-worker.ts";
import { migratedD1 } from "../support/runtime/migrated-d1.ts";

/** Counts the batches of a database. */
async function counted() {
  const database = await migratedD1();
  const batch = database.batch.bind(database);
  const count = { batches: 0 };
  database.batch = (statements) => {
    count.batches += 1;
    return batch(statements);
  };
  return { database, count };
}

test("a commit takes 2 round trips; one that a merge request is about, and accepting it, 4", async () => {
  const { database, count } = await counted();
  const worker = await OwnWorker.start({}, { database });
  const { id } = await worker.ok("POST", "/projects", { body: { name: "project" } });
  const commit = (branch: string, file: string) =>
    worker.ok("POST", `/projects/${id}/repository/files`, {
      body: { branch_name: branch, file_path: file, content: file, commit_message: file },
    });
  const tripsOf = async (work: () => Promise<unknown>) => {
    await worker.settle();
    const before = count.batches;
    await work();
    return count.batches - before;
  };
  await commit("master", "a");
  await worker.ok("POST", `/projects/${id}/repository/branches`, { body: { branch_name: "topic", ref: "master" } });
  await commit("topic", "b");
  expect(await tripsOf(() => commit("master", "c"))).toBe(2);
  const body = { title: "Topic", source_branch: "topic", target_branch: "master" };
  const { id: request } = await worker.ok("POST", `/projects/${id}/merge_requests`, { body });
  expect(await tripsOf(() => commit("topic", "d"))).toBe(4);
  const accept = () => worker.ok("PUT", `/projects/${id}/merge_requests/${request}/merge`);
  expect(await tripsOf(accept)).toBe(4);
});

/** The database, with other batches. */
const withBatch = (database: D1Database, batch: D1Database["batch"]): D1Database =>
  new Proxy(database, { get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name)) });

/** Writes a commit of one file. */
const commitTo = (worker: OwnWorker, at: string, branch_name: string, token = worker.token) =>
  worker.call("POST", `${at}/repository/files`, {
    token,
    body: { branch_name, file_path: crypto.randomUUID(), content: "", commit_message: "Write" },
  });

const branch = (worker: OwnWorker, at: string, branch_name: string, ref: string) =>
  worker.ok("POST", `${at}/repository/branches`, { body: { branch_name, ref } });

/** A project whose branch `topic` has one commit that `master` does not have. */
async function createProject(worker: OwnWorker) {
  const { id } = await worker.ok("POST", "/projects", { body: { name: crypto.randomUUID() } });
  const at = `/projects/${id}`;
  await commitTo(worker, at, "master");
  await branch(worker, at, "topic", "master");
  await commitTo(worker, at, "topic");
  return { id, at };
}

/** Returns the path of a merge request into `master`. */
async function propose(worker: OwnWorker, at: string, source_branch: string, target_project_id?: number) {
  const body = { title: source_branch, source_branch, target_branch: "master", target_project_id };
  const { id, project_id } = await worker.ok("POST", `${at}/merge_requests`, { body });
  return `/projects/${project_id}/merge_requests/${id}`;
}

/** Lets a repository record what it has not recorded yet. */
const record = (worker: OwnWorker, at: string) => worker.ok("GET", `${at}/repository/branches`);

async function headsOf(worker: OwnWorker, one: string): Promise<string[]> {
  const versions: { head_commit_sha: string }[] = await worker.ok("GET", `${one}/versions`);
  return versions.map(({ head_commit_sha }) => head_commit_sha);
}

test("a merge that the repository cannot record is recorded by the request that accepts it", async () => {
  using errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const d1 = await migratedD1();
  let isDown = false;
  const database = withBatch(d1, (statements) => {
    if (isDown) throw new Error("The database is down.");
    return d1.batch(statements);
  });
  const worker = await OwnWorker.start({}, { database });
  const { at } = await createProject(worker);
  const one = await propose(worker, at, "topic");
  isDown = true;
  expect(await worker.isolate(d1).call("PUT", `${one}/merge`, { token: worker.token })).toMatchObject({
    status: 200,
    body: { state: "merged", merge_commit_sha: expect.any(String) },
  });
  expect(errors).toHaveBeenCalled();
  isDown = false;
  await record(worker, at);
  expect(await worker.ok("GET", `${one}/notes`)).toMatchObject([{ body: "merged" }]);
});

test("a push to a fork that is recorded after one to the target is noted, and makes one version", async () => {
  using _ = vi.spyOn(console, "error").mockImplementation(() => {});
  const d1 = await migratedD1();
  const worker = await OwnWorker.start({}, { database: d1 });
  const { id } = await createProject(worker);
  const { id: namespace } = await worker.ok("POST", "/groups", { body: { name: "forks", path: "forks" } });
  const fork = await worker.ok("POST", `/projects/fork/${id}`, { body: { namespace } });
  const from = `/projects/${fork.id}`;
  await worker.settle();
  await branch(worker, from, "part", "topic");
  await commitTo(worker, from, "topic");
  const [part, one] = [await propose(worker, from, "part", id), await propose(worker, from, "topic", id)];
  const [before] = await headsOf(worker, one);
  const fault = `before insert on pushes when new.project_id = ${fork.id} begin select raise(abort, 'fault'); end`;
  await d1.prepare(`create trigger fault ${fault}`).run();
  await commitTo(worker, from, "topic");
  await worker.ok("PUT", `${part}/merge`);
  expect(await headsOf(worker, one)).toEqual([before]);
  await d1.prepare("drop trigger fault").run();
  await record(worker, from);
  const { sha } = await worker.ok("GET", one);
  expect(await headsOf(worker, one)).toEqual([sha, before]);
  expect(await worker.ok("GET", `${one}/notes`)).toMatchObject([{ body: expect.stringMatching(/^added 1 commit\n/) }]);
});

test("a push whose user is deleted while it is recorded is noted once, as the ghost's", async () => {
  const d1 = await migratedD1();
  let batchesBefore = -1;
  let interrupt = async () => {};
  const database = withBatch(d1, async (statements) => {
    batchesBefore -= 1;
    if (batchesBefore === -1) await interrupt();
    return d1.batch(statements);
  });
  const worker = await OwnWorker.start({}, { database });
  const outcomeOf = async (before: number) => {
    const { at } = await createProject(worker);
    const one = await propose(worker, at, "topic");
    const { id, token } = await worker.createUser(`user-${before}`);
    await worker.ok("POST", `${at}/members`, { body: { user_id: id, access_level: 30 } });
    let isDeleted = false;
    interrupt = async () => {
      isDeleted = true;
      await worker.ok("DELETE", `/users/${id}`);
    };
    batchesBefore = before;
    const { status } = await commitTo(worker, at, "topic", token);
    batchesBefore = -1;
    const notes: { body: string; author: { username: string } }[] = await worker.ok("GET", `${one}/notes`);
    const noted = notes.map(({ body, author }) => [body.split("\n")[0], author.username]);
    return isDeleted ? { status, noted } : null;
  };
  // The first batch is that of the request, which finds the user.
  const outcomes = [];
  for (let before = 1, outcome = await outcomeOf(before); outcome !== null; outcome = await outcomeOf(++before)) {
    outcomes.push(outcome);
  }
  expect(outcomes.length).toBeGreaterThan(1);
  for (const outcome of outcomes) expect(outcome).toEqual({ status: 201, noted: [["added 1 commit", "ghost"]] });
});

/** A project on a database of its own, with a commit whose recording fails in that way. */
async function commitUnrecorded(fail: (database: D1Database) => Promise<void>) {
  using _ = vi.spyOn(console, "error").mockImplementation(() => {});
  const database = await migratedD1();
  const worker = await OwnWorker.start({}, { database });
  const { id } = await worker.ok("POST", "/projects", { body: { name: "project" } });
  const file = { branch_name: "master", file_path: "a", content: "a", commit_message: "a" };
  await fail(database);
  await worker.ok("POST", `/projects/${id}/repository/files`, { body: file });
  return { database, worker, project: `/projects/${id}` };
}

/** Creates a branch, and returns the branches of all pushes that the project shows. */
async function pushedAfterNext(worker: OwnWorker, project: string): Promise<string[]> {
  await worker.ok("POST", `${project}/repository/branches`, { body: { branch_name: "topic", ref: "master" } });
  const events: { data: { ref: string } }[] = await worker.ok("GET", `${project}/events?action=pushed`);
  return events.map(({ data }) => data.ref).sort();
}

test("a push that was recorded although the answer of the database was lost is recorded once, and so is the next", async () => {
  const { worker, project } = await commitUnrecorded(async (database) => {
    const batch = database.batch.bind(database);
    const pushes = async () => (await database.prepare("select count(*) as n from pushes").first<{ n: number }>())?.n;
    database.batch = async (statements) => {
      const before = await pushes();
      const results = await batch<never>(statements);
      if (before === 0 && (await pushes()) === 1) throw new Error("D1_ERROR: Network connection lost.");
      return results;
    };
  });
  expect(await pushedAfterNext(worker, project)).toEqual(["refs/heads/master", "refs/heads/topic"]);
});

test("a push that the database refuses is recorded with the next", async () => {
  const { database, worker, project } = await commitUnrecorded(async (database) => {
    await database
      .prepare("create trigger t before insert on pushes begin select raise(abort, 'violates stale_object'); end")
      .run();
  });
  await database.prepare("drop trigger t").run();
  expect(await pushedAfterNext(worker, project)).toEqual(["refs/heads/master", "refs/heads/topic"]);
});
