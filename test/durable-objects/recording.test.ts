// Round trips to the database of requests that change a repository, with what its object records of them.
import { expect, test } from "vitest";
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
