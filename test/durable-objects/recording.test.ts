// What the object of a repository records of requests that change it: at which cost, and each push once.
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
